import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { invalidParameter, missingParameter, requireScope, unsupported } from '../meta/errors.ts';
import { booleanInput, momentInput } from '../meta/input.ts';
import { project, requestedFields } from '../meta/node.ts';
import { compare, listResponse } from '../meta/paging.ts';
import { edgePath } from '../meta/versions.ts';
import { ownPage } from './access.ts';
import { isPublic, mediaOf, postType, publicId } from './post-node.ts';
import { scopes } from './scopes.ts';
import type { Facebook, PostRow } from './store.ts';
import { sendPostCallback } from './webhooks.ts';

const messageMax = 63_206;
const limitMax = 100;

const edges: Readonly<Record<string, readonly PostRow['place'][]>> = {
  feed: ['feed', 'visitor', 'tagged'],
  published_posts: ['feed'],
  tagged: ['tagged'],
};

/** Newest first, without what is not visible yet. Reels are in no feed. */
export function postsOf({ world, store }: Facebook, account: string, edge = 'published_posts'): PostRow[] {
  const now = world.clock.now();
  return store.posts
    .where('account', account)
    .filter((row) => edges[edge]?.includes(row.place) && row.visible_at <= now)
    .filter((row) => isPublic(row, now))
    .sort((a, b) => compare(b.order, a.order));
}

/** `GET /{page}/feed`, `/published_posts` and `/tagged`: https://developers.facebook.com/docs/graph-api/reference/page/feed */
export function listPosts(edge: keyof typeof edges & string) {
  return (facebook: Facebook, call: Call): PlatformResponse => {
    const { platform_id } = ownPage(facebook, call);
    requireScope(call, edge === 'tagged' ? scopes.userContent : scopes.read);
    if (Number(call.input('limit') ?? 0) > limitMax)
      throw invalidParameter('Please reduce the amount of data you are asking for: limit must be at most 100');
    const since = momentInput(call, 'since') ?? Number.NEGATIVE_INFINITY;
    const until = momentInput(call, 'until') ?? Number.POSITIVE_INFINITY;
    const rows = postsOf(facebook, platform_id, edge).filter(
      ({ created_at }) => created_at >= since && created_at <= until,
    );
    const choices = requestedFields(call);
    const type = postType(facebook, call);
    const map = (row: PostRow) => project(type, row, choices);
    const path = edgePath(call, platform_id, edge);
    return json(listResponse(call, { rows, direction: 'newest first', map, limitMax, path }));
  };
}

export function readPost(facebook: Facebook, call: Call, row: PostRow): PlatformResponse {
  requireScope(call, scopes.read);
  return json(project(postType(facebook, call), row, requestedFields(call)));
}

export function readMessage(call: Call, name = 'message'): string {
  const message = call.input(name) ?? '';
  if ([...message].length > messageMax)
    throw invalidParameter(`Param ${name} must be at most ${messageMax} characters long`);
  return message;
}

/** `POST /{post}`: another text, or an unpublished post is made public. */
export function changePost(facebook: Facebook, call: Call, row: PostRow): PlatformResponse {
  requireScope(call, scopes.posts);
  if (row.author_id !== row.account) throw unsupported(call.method, row.id);
  const isPublished = booleanInput(call, 'is_published');
  if (call.input('message') === undefined && isPublished === undefined) throw missingParameter('message');
  const message = call.input('message') === undefined ? row.message : readMessage(call);
  call.effect(() => putChange(facebook, call, row, { message, isPublished: isPublished === true }));
  return json({ success: true });
}

/** The post as it is from now on, with its ledger entry and its callback. Inside an effect. */
export function putChange(
  facebook: Facebook,
  call: Call,
  row: PostRow,
  { message, isPublished }: { message: string; isPublished: boolean },
): void {
  const { world, store } = facebook;
  const now = world.clock.now();
  const comesOut = isPublished && !isPublic(row, now);
  const changed: PostRow = { ...row, message, is_published: row.is_published || isPublished, updated_at: now };
  store.posts.put(row.id, changed);
  const kind = comesOut ? 'post' : 'edit';
  call.record({ kind, platform_id: publicId(row), text: message, media: mediaOf(facebook, changed) });
  sendPostCallback(facebook, changed, comesOut ? 'add' : 'edited');
}

export function deletePost(facebook: Facebook, call: Call, row: PostRow): PlatformResponse {
  const { store } = facebook;
  requireScope(call, scopes.posts);
  if (row.place === 'tagged') throw unsupported(call.method, row.id);
  call.effect(() => {
    for (const comment of store.comments.where('post_id', row.id)) store.comments.delete(comment.id);
    for (const photo of row.photos) store.photos.delete(photo);
    if (row.video !== null) store.videos.delete(row.video);
    store.posts.delete(row.id);
    call.record({ kind: 'delete', platform_id: publicId(row), text: row.message });
    sendPostCallback(facebook, row, 'remove');
  });
  return json({ success: true });
}
