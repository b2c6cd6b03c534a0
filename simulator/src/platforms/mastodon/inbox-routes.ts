import { json } from '../../core/calls/answer.ts';
import type { Answer, Call } from '../../core/platform.ts';
import { entities } from './entities.ts';
import { notFound } from './errors.ts';
import { at, type ScopedRoute } from './oauth/scopes.ts';
import { me } from './own.ts';
import { pageOf } from './paging.ts';
import type { ConversationRow, NotificationRow, Store } from './store.ts';

/** https://docs.joinmastodon.org/methods/notifications/ and …/conversations/ */
export function inboxRoutes(store: Store): ScopedRoute[] {
  const [news, talks] = ['/api/v1/notifications', '/api/v1/conversations'];
  const dismissing = { scope: 'write:notifications', operation: 'other' } as const;
  const talking = { scope: 'write:conversations', operation: 'other' } as const;
  return [
    {
      ...at('GET', news),
      scope: 'read:notifications',
      operation: 'mentions',
      handle: (call) => listNotifications(store, call),
    },
    {
      ...at('GET', `${news}/:id`),
      scope: 'read:notifications',
      operation: 'mentions',
      handle: (call) => showNotification(store, call),
    },
    { ...at('POST', `${news}/:id/dismiss`), ...dismissing, handle: (call) => dismiss(store, call) },
    { ...at('POST', `${news}/clear`), ...dismissing, handle: (call) => clear(store, call) },
    {
      ...at('GET', talks),
      scope: 'read:statuses',
      operation: 'messages',
      handle: (call) => listConversations(store, call),
    },
    { ...at('POST', `${talks}/:id/read`), ...talking, handle: (call) => markRead(store, call) },
    { ...at('DELETE', `${talks}/:id`), ...talking, handle: (call) => removeConversation(store, call) },
  ];
}

function listNotifications(store: Store, call: Call): Answer {
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

function showNotification(store: Store, call: Call): Answer {
  const row = ownNotification(store, call);
  return row ? json(entities(store, call).notification(row)) : notFound();
}

function dismiss(store: Store, call: Call): Answer {
  const row = ownNotification(store, call);
  if (!row) return notFound();
  call.effect(() => store.notifications.delete(row.id));
  return json({});
}

function clear(store: Store, call: Call): Answer {
  call.effect(() => {
    for (const { id } of store.notifications.where('account', me(call))) store.notifications.delete(id);
  });
  return json({});
}

/** The pages of conversations go by their last statuses, as on the real server: never by the conversation's id. */
function listConversations(store: Store, call: Call): Answer {
  const now = store.world.clock.now();
  const rows = store.conversations
    .where('account', me(call))
    .filter((row) => (store.statuses.get(row.last_status)?.visible_at ?? 0) <= now);
  return pageOf(call, rows, (row) => row.last_status, { usual: 20, most: 40 }, entities(store, call).conversation);
}

function markRead(store: Store, call: Call): Answer {
  const row = ownConversation(store, call);
  if (!row) return notFound();
  const after = { ...row, unread: false };
  call.effect(() => store.conversations.put(row.id, after));
  return json(entities(store, call).conversation(after));
}

function removeConversation(store: Store, call: Call): Answer {
  const row = ownConversation(store, call);
  if (!row) return notFound();
  call.effect(() => store.conversations.delete(row.id));
  return json({});
}

function ownNotification(store: Store, call: Call): NotificationRow | undefined {
  const row = store.notifications.get(call.param('id'));
  return row?.account === me(call) ? row : undefined;
}

function ownConversation(store: Store, call: Call): ConversationRow | undefined {
  const row = store.conversations.get(call.param('id'));
  return row?.account === me(call) ? row : undefined;
}
