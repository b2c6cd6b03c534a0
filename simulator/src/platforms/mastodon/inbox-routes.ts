import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { entities } from './entities.ts';
import { notFound } from './errors.ts';
import { at, type ScopedRoute } from './oauth/scopes.ts';
import { me } from './own.ts';
import { pageOf } from './paging.ts';
import type { ConversationRow, Store } from './store.ts';

/** https://docs.joinmastodon.org/methods/notifications/ and …/conversations/ */
export function inboxRoutes(store: Store): ScopedRoute[] {
  const [news, talks] = ['/api/v1/notifications', '/api/v1/conversations'];
  return [
    {
      ...at('GET', news),
      scope: 'read:notifications',
      operation: 'mentions',
      handle: (call) => listNotifications(store, call),
    },
    {
      ...at('GET', talks),
      scope: 'read:statuses',
      operation: 'messages',
      handle: (call) => listConversations(store, call),
    },
    {
      ...at('POST', `${talks}/:id/read`),
      scope: 'write:conversations',
      operation: 'other',
      handle: (call) => markRead(store, call),
    },
  ];
}

function listNotifications(store: Store, call: Call): PlatformResponse {
  const types = call.inputs('types');
  const excluded = call.inputs('exclude_types');
  const from = call.input('account_id');
  const now = store.world.clock.now();
  const rows = store.notifications
    .where('account', me(call))
    .filter((row) => row.visible_at <= now)
    .filter((row) => (types.length === 0 || types.includes(row.type)) && !excluded.includes(row.type))
    .filter((row) => from === undefined || row.from === from);
  return pageOf(call, rows, (row) => row.id, { usual: 40, most: 80 }, entities(store, call).notification);
}

/** The pages of conversations go by their last statuses, as on the real server: never by the conversation's id. */
function listConversations(store: Store, call: Call): PlatformResponse {
  const now = store.world.clock.now();
  const rows = store.conversations
    .where('account', me(call))
    .filter((row) => (store.statuses.get(row.last_status)?.visible_at ?? 0) <= now);
  return pageOf(call, rows, (row) => row.last_status, { usual: 20, most: 40 }, entities(store, call).conversation);
}

function markRead(store: Store, call: Call): PlatformResponse {
  const row = ownConversation(store, call);
  if (!row) return notFound();
  const after = { ...row, unread: false };
  call.effect(() => store.conversations.put(row.id, after));
  return json(entities(store, call).conversation(after));
}

function ownConversation(store: Store, call: Call): ConversationRow | undefined {
  const row = store.conversations.get(call.param('id'));
  return row?.account === me(call) ? row : undefined;
}
