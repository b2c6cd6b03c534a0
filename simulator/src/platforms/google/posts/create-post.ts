import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { ownLocation } from '../access.ts';
import { invalidField } from '../errors.ts';
import { objectOf, textOf } from '../fields.ts';
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

/** `POST /v4/{location}/localPosts`. The same text twice makes two posts. */
export async function createPost(google: Google, call: Call): Promise<PlatformResponse> {
  const { world, store } = google;
  const location = ownLocation(google, call);
  const body = knownFields(call.body);
  const topic_type = topicOf(body);
  const content: PostContent = {
    language_code: textOf(body, 'languageCode') || null,
    summary: summaryOf(body),
    topic_type,
    alert_type: alertFor(body, topic_type),
    call_to_action: callToActionOf(body, topic_type),
    event: eventFor(body, topic_type),
    offer: offerFor(body, topic_type),
    media: await photosOf(google, location.name, body.media),
  };
  if (content.summary.trim() === '' && content.media.length === 0 && topic_type === 'STANDARD')
    throw invalidField('summary', 'A post needs a summary or media.');
  const scheduled_at = scheduledAt(google, textOf(body, 'scheduledTime'));
  const recurrence = objectOf(body, 'recurrenceInfo') ?? null;

  const row = call.effect(() => {
    const now = world.clock.now();
    const is_rejected = hasPhoneNumber(content.summary);
    const polls = call.notReadyPolls();
    const made: PostRow = {
      ...content,
      name: `${location.name}/localPosts/${world.ids.snowflake()}`,
      location: location.name,
      is_rejected,
      // Nobody is told at once that a text was turned down.
      polls_left: is_rejected ? Math.max(1, polls) : polls,
      scheduled_at,
      recurrence,
      created_at: now,
      updated_at: now,
      visible_at: call.visibleAt(),
    };
    store.posts.put(made.name, made);
    const kind = scheduled_at === null ? 'post' : 'schedule';
    call.record({ kind, platform_id: made.name, text: made.summary, media: shownMedia(made) });
    return made;
  });
  return json(postView(google, row));
}

function scheduledAt({ world }: Google, value: string | undefined): number | null {
  if (value === undefined) return null;
  const at = Date.parse(value);
  if (Number.isNaN(at) || at <= world.clock.now())
    throw invalidField('scheduled_time', 'Scheduled time must be in the future.', value);
  return at;
}
