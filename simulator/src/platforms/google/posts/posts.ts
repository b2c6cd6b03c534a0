import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { ownLocation } from '../access.ts';
import { camel } from '../discovery.ts';
import { invalidField, notFound } from '../errors.ts';
import { textOf } from '../fields.ts';
import { nextPage, pageOf } from '../paging.ts';
import type { Google, PostContent, PostRow } from '../store.ts';
import { photosOf } from './photo-input.ts';
import {
  alertFor,
  callToActionOf,
  eventFor,
  hasPhoneNumber,
  knownFields,
  offerFor,
  summaryOf,
  topicOf,
} from './post-input.ts';
import { postView, shownMedia } from './post-view.ts';

/** Newest first. */
export function postsOf({ world, store }: Google, location: string): PostRow[] {
  const now = world.clock.now();
  return store.posts
    .where('location', location)
    .filter(({ visible_at }) => visible_at <= now)
    .reverse();
}

/** `GET /v4/{location}/localPosts`; each look takes a post that is being processed one step on. */
export function listPosts(google: Google, call: Call): PlatformResponse {
  const { name } = ownLocation(google, call);
  const page = pageOf(call, postsOf(google, name), { usual: 20, max: 100 });
  const localPosts = page.rows.map((row) => postView(google, row));
  const processing = page.rows.filter(({ polls_left }) => polls_left > 0);
  if (processing.length > 0)
    call.effect(() => {
      for (const row of processing) google.store.posts.put(row.name, { ...row, polls_left: row.polls_left - 1 });
    });
  return json({ ...(localPosts.length > 0 && { localPosts }), ...nextPage(page) });
}

function ownPost(google: Google, call: Call): PostRow {
  const { name } = ownLocation(google, call);
  const row = google.store.posts.get(`${name}/localPosts/${call.param('post')}`);
  if (!row) throw notFound();
  return row;
}

/** `DELETE /v4/{post}`. */
export function deletePost(google: Google, call: Call): PlatformResponse {
  const row = ownPost(google, call);
  call.effect(() => {
    google.store.posts.delete(row.name);
    call.record({ kind: 'delete', platform_id: row.name, text: row.summary });
  });
  return json({});
}

/** `PATCH /v4/{post}?updateMask=`: only what the mask names changes, and what it names without a value goes. */
export async function editPost(google: Google, call: Call): Promise<PlatformResponse> {
  const row = ownPost(google, call);
  const body = knownFields(call.body);
  const names = maskOf(call, body);
  const content = await changed(google, row, names, body);
  if (content.summary.trim() === '' && content.media.length === 0 && content.topic_type === 'STANDARD')
    throw invalidField('summary', 'A post needs a summary or media.');
  const after = call.effect(() => {
    // It may have gone while its new media was fetched.
    const present = google.store.posts.get(row.name);
    if (!present) throw notFound();
    const next: PostRow = {
      ...present,
      ...content,
      is_rejected: hasPhoneNumber(content.summary),
      updated_at: google.world.clock.now(),
    };
    google.store.posts.put(next.name, next);
    call.record({ kind: 'edit', platform_id: next.name, text: next.summary, media: shownMedia(next) });
    return next;
  });
  return json(postView(google, after));
}

const editable = ['languageCode', 'summary', 'callToAction', 'event', 'offer', 'media', 'alertType', 'topicType'];

/** Paths inside of a field stand for the field; without a mask it is every field that was sent. */
function maskOf(call: Call, body: Readonly<Record<string, unknown>>): string[] {
  const paths = call
    .inputs('updateMask')
    .flatMap((mask) => mask.split(','))
    .map((path) => camel(path.trim().split('.')[0] ?? ''))
    .filter(Boolean);
  const names = paths.length > 0 ? paths : Object.keys(body).filter((name) => editable.includes(name));
  if (names.length === 0) throw invalidField('update_mask', 'Update mask is required.');
  const wrong = names.find((name) => !editable.includes(name));
  if (wrong !== undefined) throw invalidField('update_mask', `Invalid field in the update mask: ${wrong}`, wrong);
  return names;
}

async function changed(
  google: Google,
  row: PostRow,
  names: readonly string[],
  body: Readonly<Record<string, unknown>>,
): Promise<PostContent> {
  const topic = row.topic_type;
  if (names.includes('topicType') && topicOf(body) !== topic)
    throw invalidField('topic_type', 'The topic type of a post cannot change.');
  const has = (name: string) => names.includes(name);
  return {
    topic_type: topic,
    language_code: has('languageCode') ? textOf(body, 'languageCode') || null : row.language_code,
    summary: has('summary') ? summaryOf(body) : row.summary,
    call_to_action: has('callToAction') ? callToActionOf(body, topic) : row.call_to_action,
    event: has('event') ? eventFor(body, topic) : row.event,
    offer: has('offer') ? offerFor(body, topic) : row.offer,
    alert_type: has('alertType') ? alertFor(body, topic) : row.alert_type,
    media: has('media') ? await photosOf(google, row.location, body.media) : row.media,
  };
}
