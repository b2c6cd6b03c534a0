import { json } from '../../core/calls/answer.ts';
import type { Answer, Call, Route } from '../../core/platform.ts';
import { authorView, threadgateOf } from './post-view.ts';
import type { NotificationRow, Store } from './store.ts';
import { hiddenIn } from './write-records.ts';
import { invalidRequest, me, pageOf, procedure, query, required } from './xrpc.ts';

/** https://docs.bsky.app/docs/api/app-bsky-notification-list-notifications */
export function notificationRoutes(store: Store): Route[] {
  const app = 'app.bsky.notification';
  return [
    query(`${app}.listNotifications`, { operation: 'mentions' }, (call) => listNotifications(store, call)),
    query(`${app}.getUnreadCount`, { operation: 'other' }, (call) => {
      const seenAt = store.seen.get(me(call))?.at ?? 0;
      return json({ count: rowsOf(store, me(call)).filter(({ indexed_at }) => indexed_at > seenAt).length });
    }),
    procedure(`${app}.updateSeen`, { operation: 'other' }, (call) => updateSeen(store, call)),
  ];
}

function listNotifications(store: Store, call: Call): Answer {
  const reasons = call.inputs('reasons');
  const seenAt = store.seen.get(me(call))?.at;
  const rows = rowsOf(store, me(call)).filter(({ reason }) => reasons.length === 0 || reasons.includes(reason));
  const { page, ...rest } = pageOf(call, rows, ({ id }) => id);
  const notifications = page.flatMap((row) => shown(store, row, me(call), seenAt ?? 0));
  return json({
    notifications,
    ...rest,
    priority: call.input('priority') === 'true',
    ...(seenAt === undefined ? {} : { seenAt: store.world.clock.iso(seenAt) }),
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

function shown(store: Store, row: NotificationRow, viewer: string, seenAt: number): object[] {
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
      isRead: row.indexed_at <= seenAt,
      indexedAt: store.world.clock.iso(Math.max(row.indexed_at, row.visible_at)),
      labels: [],
    },
  ];
}

function updateSeen(store: Store, call: Call): Answer {
  const at = Date.parse(required(call, 'seenAt'));
  if (Number.isNaN(at)) throw invalidRequest('seenAt must be an valid atproto datetime (both RFC-3339 and ISO-8601)');
  call.effect(() => store.seen.put(me(call), { at }));
  return { status: 200 };
}
