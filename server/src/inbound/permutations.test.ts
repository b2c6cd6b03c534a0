import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../test/harness.ts';
import { accountOf } from '../../test/steps.ts';
import type { InboundItem } from '../core/connector.ts';
import type { PlatformComment, PlatformMessage } from '../core/inbox.ts';
import { storeItems } from './store-items.ts';

/** By command: `HISTORIES=5000 npm test -- server/src/inbound/permutations`. */
const HISTORIES = Number(process.env.HISTORIES ?? 40);

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['facebook'] });
});
afterAll(() => service?.close());

const START = Math.floor(Date.now() / 1000) * 1000 + 60_000;
const at = (second: number) => new Date(START + second * 1000);
const person = (id: string) => ({ id, name: `Person ${id}` });

/** Everything that happens to the items of one history, in the order of the platform. */
function historyOf(name: string): InboundItem[] {
  const comment = (text: string, more: Partial<PlatformComment> = {}): InboundItem => ({
    kind: 'comment',
    comment: {
      platformId: `c${name}`,
      platformPostId: `p${name}`,
      author: person('7'),
      text,
      createdAt: at(1),
      isOwner: false,
      raw: { text },
      ...more,
    },
  });
  const message = (id: string, text: string, more: Partial<PlatformMessage> = {}): InboundItem => ({
    kind: 'message',
    message: {
      platformId: `${id}${name}`,
      conversationId: `u${name}`,
      participant: person(`u${name}`),
      isOwn: false,
      text,
      attachments: [],
      createdAt: at(2),
      raw: { text },
      ...more,
    },
  });
  const change = (id: string, second: number, what: object) =>
    ({ kind: 'message_change', change: { platformId: `${id}${name}`, at: at(second), ...what } }) as InboundItem;
  const receipt = (status: 'sent' | 'delivered' | 'read', second: number): InboundItem => ({
    kind: 'message_status',
    status: { platformId: `own${name}`, status, at: at(second), raw: { status } },
  });
  const reaction = (emoji: string | null) => ({ change: 'reaction', personId: '8', emoji });
  return [
    comment('first'),
    comment('second', { editedAt: at(3) }),
    comment('third', { editedAt: at(4) }),
    comment('answer', { platformId: `r${name}`, parentId: `c${name}`, author: person('8'), createdAt: at(5) }),
    { kind: 'removal', removal: { item: 'comment', platformId: `r${name}`, at: at(6) } },
    message('in', 'hello'),
    change('in', 3, { change: 'edited', text: 'hello again' }),
    change('in', 4, reaction('❤')),
    change('in', 5, reaction(null)),
    change('in', 6, reaction('👍')),
    message('gone', 'oops', { createdAt: at(7) }),
    change('gone', 8, { change: 'removed' }),
    message('own', 'our words', { isOwn: true, createdAt: at(9) }),
    receipt('sent', 9),
    receipt('delivered', 10),
    receipt('read', 11),
  ];
}

/** What is left, without our own ids and the times of storing. */
async function stateOf(name: string): Promise<Body> {
  const [row] = await service.sql(
    `select
      (select jsonb_agg(jsonb_build_object('id', platform_id, 'text', text, 'gone', deleted_at is not null, 'edited', edited_at, 'parent', parent_platform_id) order by platform_id)
        from comments where platform_id in ('c' || $1, 'r' || $1)) as comments,
      (select jsonb_agg(jsonb_build_object('id', platform_id, 'text', text, 'gone', deleted_at is not null, 'status', status, 'reactions', reactions) order by platform_id)
        from messages where platform_id in ('in' || $1, 'gone' || $1, 'own' || $1)) as messages,
      (select jsonb_build_object('count', comment_count) from inbox_posts where platform_id = 'p' || $1) as post,
      (select jsonb_build_object('unread', unread_count, 'last', last_message) from conversations where participant_id = 'u' || $1) as conversation,
      (select jsonb_agg(type || ' ' || coalesce(data ->> 'platform_id', data ->> 'status') order by type, data ->> 'platform_id') from events
        where raw_payload is not null and strpos(data::text, $1) > 0 or data ->> 'platform_id' = 'r' || $1 or data ->> 'platform_id' = 'gone' || $1) as events`,
    [name],
  );
  return JSON.parse(JSON.stringify(row).replaceAll(name, ''));
}

test('a history in any order, with repeats, from two processes ends in one state and tells each item once', async () => {
  const { id: accountId } = accountOf(ws, 'facebook');
  const account = { tenantId: ws.tenantId, accountId, platform: 'facebook', livemode: false };
  const store = (items: readonly InboundItem[]) =>
    service.app.db.tenant(ws.tenantId).transaction((tx) => storeItems(tx, account, items));
  let count = 0;
  const next = () => `-${String(++count).padStart(6, '0')}-`;

  const right = next();
  for (const item of historyOf(right)) await store([item]);
  const wanted = await stateOf(right);
  expect(wanted).toMatchObject({
    comments: [
      { id: 'c', text: 'third', gone: false },
      { id: 'r', text: '', gone: true, parent: 'c' },
    ],
    messages: [
      { id: 'gone', gone: true },
      { id: 'in', text: 'hello again', reactions: { 8: { emoji: '👍' } } },
      { id: 'own', status: 'read' },
    ],
    post: { count: 1 },
  });

  const length = historyOf('').length;
  const order = fc.shuffledSubarray(
    Array.from({ length: length * 2 }, (_, index) => index % length),
    { minLength: length * 2, maxLength: length * 2 },
  );
  const property = fc.asyncProperty(
    order,
    fc.integer({ min: 1, max: 4 }),
    fc.boolean(),
    async (indexes, size, isPair) => {
      const name = next();
      const items = historyOf(name);
      const batches: InboundItem[][] = [];
      for (let start = 0; start < indexes.length; start += size)
        batches.push(indexes.slice(start, start + size).map((index) => items[index] as InboundItem));
      // Two workers take turns at the callbacks, so neighbours run at the same time.
      for (let start = 0; start < batches.length; start += 2) {
        const pair = batches.slice(start, start + 2);
        if (isPair) await Promise.all(pair.map(store));
        else for (const batch of pair) await store(batch);
      }
      const { events, ...state } = await stateOf(name);
      const { events: wantedEvents, ...wantedState } = wanted;
      expect(state).toEqual(wantedState);
      // Statuses that a later one includes may stay untold when they come after it.
      const items_ = (all: string[]) => all.filter((line) => !line.startsWith('dm.status'));
      expect(items_(events)).toEqual(items_(wantedEvents));
    },
  );
  await fc.assert(property, { numRuns: HISTORIES, endOnFailure: true });
});
