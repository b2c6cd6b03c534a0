import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse, Route } from '../../core/platform.ts';
import { authorView, threadgateOf } from './post-view.ts';
import type { NotificationRow, Store } from './store.ts';
import { hiddenIn } from './write-records.ts';
import { me, pageOf, query } from './xrpc.ts';

/** https://docs.bsky.app/docs/api/app-bsky-notification-list-notifications */
export function notificationRoutes(store: Store): Route[] {
  return [
    query('app.bsky.notification.listNotifications', { operation: 'mentions' }, (call) =>
      listNotifications(store, call),
    ),
  ];
}

function listNotifications(store: Store, call: Call): PlatformResponse {
  const reasons = call.inputs('reasons');
  const rows = rowsOf(store, me(call)).filter(({ reason }) => reasons.length === 0 || reasons.includes(reason));
  const { page, ...rest } = pageOf(call, rows, ({ id }) => id);
  const notifications = page.flatMap((row) => shown(store, row, me(call)));
  return json({
    notifications,
    ...rest,
    priority: call.input('priority') === 'true',
  });
}

/** Newest first, without replies that the account has hidden. */
function rowsOf(store: Store, account: string): NotificationRow[] {
  const now = store.world.clock.now();
  return store.notifications
    .where('account', account)
    .filter((row) => row.visible_at <= now && !isHidden(store, row))
    .sort((a, b) => b.visible_at - a.visible_at || (a.id < b.id ? 1 : -1));
}

function isHidden(store: Store, { uri }: NotificationRow): boolean {
  const root = store.records.get(uri)?.root ?? '';
  const gate = root === '' ? undefined : threadgateOf(store, root);
  return gate !== undefined && hiddenIn(gate).includes(uri);
}

function shown(store: Store, row: NotificationRow, viewer: string): object[] {
  const record = store.records.get(row.uri);
  if (!record) return [];
  return [
    {
      uri: row.uri,
      cid: record.shown_cid,
      author: authorView(store, record.repo, viewer),
      reason: row.reason,
      ...(row.subject === null ? {} : { reasonSubject: row.subject }),
      record: record.shown,
      isRead: false,
      indexedAt: store.world.clock.iso(Math.max(row.indexed_at, row.visible_at)),
      labels: [],
    },
  ];
}
