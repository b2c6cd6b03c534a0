import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { missingParameter, requireScope, unsupported } from '../meta/errors.ts';
import { booleanInput, momentInput } from '../meta/input.ts';
import { project, requestedFields } from '../meta/node.ts';
import { compare, listResponse } from '../meta/paging.ts';
import { edgePath } from '../meta/versions.ts';
import { ownAccount } from './access.ts';
import { mediaType } from './media-node.ts';
import { scopes } from './scopes.ts';
import { dayMs, type Instagram, type MediaRow } from './store.ts';

/** Posts and reels of the account, newest first, without stories and without what is not visible yet. */
export function postsOf({ world, store }: Instagram, account: string): MediaRow[] {
  const now = world.clock.now();
  return store.media
    .where('account', account)
    .filter((row) => row.parent === null && row.product !== 'STORY' && row.visible_at <= now)
    .sort((a, b) => compare(b.order, a.order));
}

/** Stories of the last 24 hours, newest first. */
export function storiesOf({ world, store }: Instagram, account: string): MediaRow[] {
  const now = world.clock.now();
  return store.media
    .where('account', account)
    .filter((row) => row.product === 'STORY' && row.visible_at <= now && row.created_at > now - dayMs)
    .sort((a, b) => compare(b.order, a.order));
}

/** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media */
export function listMedia(instagram: Instagram, call: Call): PlatformResponse {
  const { platform_id } = ownAccount(instagram, call);
  requireScope(call, scopes.basic);
  const since = momentInput(call, 'since') ?? Number.NEGATIVE_INFINITY;
  const until = momentInput(call, 'until') ?? Number.POSITIVE_INFINITY;
  const rows = postsOf(instagram, platform_id).filter((row) => row.created_at >= since && row.created_at <= until);
  return mediaList(instagram, call, rows, edgePath(call, platform_id, 'media'));
}

export function listStories(instagram: Instagram, call: Call): PlatformResponse {
  const { platform_id } = ownAccount(instagram, call);
  requireScope(call, scopes.basic);
  return mediaList(instagram, call, storiesOf(instagram, platform_id), edgePath(call, platform_id, 'stories'));
}

function mediaList(instagram: Instagram, call: Call, rows: MediaRow[], path: string): PlatformResponse {
  const choices = requestedFields(call);
  const type = mediaType(instagram, call);
  const map = (row: MediaRow) => project(type, row, choices);
  return json(listResponse(call, { rows, direction: 'newest first', map, limitMax: 100, path }));
}

export function readMedia(instagram: Instagram, call: Call, row: MediaRow): PlatformResponse {
  requireScope(call, scopes.basic);
  return json(project(mediaType(instagram, call), row, requestedFields(call)));
}

/** `POST /{media}?comment_enabled=…` is the only thing about a post that can be changed. */
export function switchComments({ store }: Instagram, call: Call, row: MediaRow): PlatformResponse {
  requireScope(call, scopes.comments);
  const comments_enabled = booleanInput(call, 'comment_enabled');
  if (comments_enabled === undefined) throw missingParameter('comment_enabled');
  if (row.parent !== null) throw unsupported(call.method, row.id);
  call.effect(() => {
    store.media.put(row.id, { ...row, comments_enabled });
    call.record({ kind: 'edit', platform_id: row.id, text: `comment_enabled=${comments_enabled}` });
  });
  return json({ success: true });
}
