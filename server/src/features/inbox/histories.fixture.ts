import { randomInt } from 'node:crypto';
import type { TestService, TestWorkspace } from '../../../test/harness.ts';
import type { InboundItem } from '../../core/inbound/callbacks.ts';
import { storeItems } from '../../inbound/store-items.ts';

const person = { id: 'stranger', name: 'Visitor' };

/** What happens to a comment, a mention, a review and some messages, in the order in which it happened. */
function historyOf(nowMs: number): InboundItem[] {
  const at = (seconds: number) => new Date(nowMs + seconds * 1000);
  const comment = (platformId: string, text: string, editedAt?: Date): InboundItem => ({
    kind: 'comment',
    comment: {
      platformId,
      platformPostId: 'post',
      author: person,
      text,
      createdAt: at(1),
      isOwner: false,
      raw: null,
      ...(editedAt === undefined ? {} : { editedAt }),
    },
  });
  const message = (platformId: string, text: string, second: number, isOwn = false): InboundItem => ({
    kind: 'message',
    message: {
      platformId,
      conversationId: 'stranger',
      participant: person,
      isOwn,
      text,
      attachments: [],
      createdAt: at(second),
      raw: null,
    },
  });
  return [
    comment('c1', 'First'),
    comment('c1', 'First, edited', at(5)),
    comment('c2', 'Second'),
    { kind: 'removal', removal: { item: 'comment', platformId: 'c2', at: at(6) } },
    { kind: 'mention', mention: { platformId: 'm1', author: person, text: 'Look', createdAt: at(2), raw: null } },
    {
      kind: 'review',
      review: { platformId: 'r1', author: person, rating: 4, text: 'Good', createdAt: at(2), raw: null },
    },
    {
      kind: 'review',
      review: {
        platformId: 'r1',
        author: person,
        rating: 5,
        text: 'Better',
        createdAt: at(2),
        updatedAt: at(9),
        raw: null,
      },
    },
    message('d1', 'Hello', 2),
    message('d2', 'Oops', 3),
    message('d3', 'An answer', 4, true),
    { kind: 'message_change', change: { platformId: 'd1', at: at(5), change: 'edited', text: 'Hello!' } },
    { kind: 'message_change', change: { platformId: 'd1', at: at(6), change: 'edited', text: 'Hello!!' } },
    { kind: 'message_change', change: { platformId: 'd2', at: at(7), change: 'removed' } },
    {
      kind: 'message_change',
      change: { platformId: 'd3', at: at(7), change: 'reaction', personId: 'stranger', emoji: '👍' },
    },
    {
      kind: 'message_change',
      change: { platformId: 'd3', at: at(8), change: 'reaction', personId: 'stranger', emoji: null },
    },
    { kind: 'message_status', status: { platformId: 'd3', status: 'sent', at: at(4), raw: null } },
    { kind: 'message_status', status: { participantId: 'stranger', status: 'delivered', at: at(5), raw: null } },
    { kind: 'message_status', status: { participantId: 'stranger', status: 'read', at: at(6), raw: null } },
  ];
}

/** The items in any order, some of them repeated. */
function shuffled(items: readonly InboundItem[]): InboundItem[] {
  const all = [...items, ...items.filter(() => randomInt(3) === 0)];
  for (let last = all.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [all[last], all[other]] = [all[other] as InboundItem, all[last] as InboundItem];
  }
  return all;
}

/** Stores a history, as two processes at once read it, in pieces. Returns the final state of the account without ids. */
export async function stateAfter(
  service: TestService,
  ws: TestWorkspace,
  accountId: string,
  isShuffled: boolean,
): Promise<Record<string, unknown>> {
  await service.sql(
    `insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials, created_at)
     values ($1, $2, 'brand_x', 'mastodon', $2, 'A', 'a', '', now() - interval '1 hour')`,
    [ws.tenantId, accountId],
  );
  const items = historyOf(NOW_MS);
  const tenant = service.app.db.tenant(ws.tenantId);
  const account = { tenantId: ws.tenantId, accountId, platform: 'mastodon', livemode: false };
  const store = (part: readonly InboundItem[]) => tenant.transaction((tx) => storeItems(tx, account, part, 'reading'));
  if (!isShuffled) await store(items);
  else {
    const order = shuffled(items);
    const half = Math.ceil(order.length / 2);
    const read = async (part: InboundItem[]) => {
      while (part.length > 0) await store(part.splice(0, 1 + randomInt(4)));
    };
    await Promise.all([read(order.slice(0, half)), read(order.slice(half))]);
  }
  return final(service, accountId);
}

/** Recent, so that everything is news; the same for all histories. */
const NOW_MS = Math.floor(Date.now() / 1000) * 1000 - 60_000;

async function final(service: TestService, accountId: string): Promise<Record<string, unknown>> {
  const rows = (text: string) => service.sql(text, [accountId]);
  return {
    comments: await rows(
      'select platform_id, text, deleted_at, edited_at from comments where account_id = $1 order by platform_id',
    ),
    posts: await rows('select platform_id, comment_count, last_comment_at from inbox_posts where account_id = $1'),
    mentions: await rows('select platform_id, text from mentions where account_id = $1'),
    reviews: await rows('select platform_id, rating, text from reviews where account_id = $1'),
    conversations: await rows(
      `select last_message, last_message_at, last_incoming_at, unread_count, read_until, delivered_until from conversations where account_id = $1`,
    ),
    messages: await rows(
      `select platform_id, direction, text, status, reactions, edited_at, deleted_at from messages where account_id = $1 order by platform_id`,
    ),
    early: await rows('select item, platform_id, change from early_changes where account_id = $1'),
    events: await rows(
      `select type, coalesce(data ->> 'platform_id', data ->> 'status') as about, count(*)::int from events where account_id = $1
       group by 1, 2 order by 1, 2`,
    ),
  };
}
