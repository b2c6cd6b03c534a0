import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { deleteStatus, editStatus, favouriteStatus } from './change-status.ts';
import { createStatus } from './create-status.ts';
import { attachment, entities } from './entities.ts';
import { notFound } from './errors.ts';
import { at, type ScopedRoute } from './oauth/scopes.ts';
import { bearer, visibleStatus } from './own.ts';
import { byId, canSee, isAnswer, type StatusRow, type Store } from './store.ts';

/** https://docs.joinmastodon.org/methods/statuses/ */
export function statusRoutes(store: Store): ScopedRoute[] {
  const reading = { auth: 'none', scope: 'read:statuses' } as const;
  const writing = { scope: 'write:statuses' } as const;
  const liking = { operation: 'other', scope: 'write:favourites' } as const;
  const withStatus = (response: (status: StatusRow, call: Call) => PlatformResponse) => (call: Call) => {
    const status = visibleStatus(store, call);
    return status ? response(status, call) : notFound();
  };
  const show = (status: StatusRow, call: Call) => json(entities(store, call).status(status));
  const source = ({ id, text, spoiler_text }: StatusRow) => json({ id, text, spoiler_text });
  const path = '/api/v1/statuses';
  return [
    {
      ...at('POST', path),
      ...writing,
      operation: (call) => createOperation(store, call),
      handle: (call) => createStatus(store, call),
    },
    { ...at('GET', `${path}/:id`), ...reading, operation: 'get_post', handle: withStatus(show) },
    { ...at('PUT', `${path}/:id`), ...writing, operation: 'edit_post', handle: (call) => editStatus(store, call) },
    {
      ...at('DELETE', `${path}/:id`),
      ...writing,
      operation: (call) => (isAnswer(store.statuses.get(call.param('id'))) ? 'delete_comment' : 'delete_post'),
      handle: (call) => deleteStatus(store, call),
    },
    {
      ...at('GET', `${path}/:id/context`),
      ...reading,
      operation: 'list_comments',
      handle: withStatus((status, call) => context(store, status, call)),
    },
    { ...at('POST', `${path}/:id/favourite`), ...liking, handle: (call) => favouriteStatus(store, call, true) },
    { ...at('POST', `${path}/:id/unfavourite`), ...liking, handle: (call) => favouriteStatus(store, call, false) },
    { ...at('GET', `${path}/:id/source`), scope: 'read:statuses', operation: 'other', handle: withStatus(source) },
    {
      ...at('GET', `${path}/:id/history`),
      ...reading,
      operation: 'other',
      handle: withStatus((status, call) => history(store, status, call)),
    },
  ];
}

/** A reply to somebody else is a reply; a status and the next part of an own thread are published. */
function createOperation(store: Store, call: Call): Operation {
  if (call.input('visibility') === 'direct') return 'send_message';
  const parentId = call.input('in_reply_to_id');
  if (!parentId) return 'publish';
  const account = store.world.tokens.find(bearer(call) ?? '')?.account;
  return store.statuses.get(parentId)?.author === account ? 'publish' : 'reply';
}

/** Ancestors up to the first status, descendants flat and oldest first; a delayed status is in neither. */
function context(store: Store, status: StatusRow, call: Call): PlatformResponse {
  const now = store.world.clock.now();
  const seen = store.statuses
    .where('thread', status.thread)
    .filter((row) => row.visible_at <= now && canSee(call.account?.platform_id, row))
    .sort(byId);
  const ancestors: StatusRow[] = [];
  for (let id = status.in_reply_to_id; id !== null; id = ancestors[0]?.in_reply_to_id ?? null) {
    const parent = seen.find((row) => row.id === id);
    if (!parent) break;
    ancestors.unshift(parent);
  }
  const render = entities(store, call).status;
  return json({ ancestors: ancestors.map(render), descendants: descendantsOf(status.id, seen).map(render) });
}

/** Everything below the status; `thread` is in order of ids, so a reply comes after what it answers. */
export function descendantsOf(id: string, thread: readonly StatusRow[]): StatusRow[] {
  const below = new Set([id]);
  return thread.filter((row) => {
    const isBelow = row.in_reply_to_id !== null && below.has(row.in_reply_to_id);
    if (isBelow) below.add(row.id);
    return isBelow;
  });
}

/** Every version, oldest first, the present one last. */
function history(store: Store, status: StatusRow, call: Call): PlatformResponse {
  const present = { text: status.text, spoiler_text: status.spoiler_text, at: status.edited_at ?? status.created_at };
  const render = entities(store, call);
  const media_attachments = status.media.flatMap((id) => store.media.get(id) ?? []).map(attachment);
  return json(
    [...status.edits, present].map(({ text, spoiler_text, at: time }) => {
      const { content, sensitive, account, emojis } = render.status({ ...status, text });
      const created_at = store.world.clock.iso(time);
      return { content, spoiler_text, sensitive, created_at, account, media_attachments, emojis };
    }),
  );
}
