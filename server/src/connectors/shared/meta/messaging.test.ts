import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hubNotices, messagingItems } from './messaging.ts';

const PAGE = '175154750010052';
const PERSON = '7364512098';
const ACCOUNT = { id: 'acc_1', platformId: PAGE, username: 'acme', metadata: {} };
const AT = 1772370400000;

const lineNotices = (body: unknown) => hubNotices(body, 'page', () => []);

function itemsOf(line: object, from = PERSON) {
  const to = from === PERSON ? PAGE : PERSON;
  const messaging = [{ sender: { id: from }, recipient: { id: to }, timestamp: AT, ...line }];
  const notices = lineNotices({ object: 'page', entry: [{ id: PAGE, time: AT, messaging }] });
  expect(notices).toMatchObject([{ platformAccountId: PAGE }]);
  const stored = JSON.parse(JSON.stringify(notices[0]?.payload));
  return messagingItems(stored, ACCOUNT, (id) => id === PAGE);
}

const incoming = { conversationId: PERSON, participant: { id: PERSON }, isOwn: false, createdAt: new Date(AT) };

test('a message with everything', () => {
  const message = {
    mid: 'm_1',
    text: 'hello',
    quick_reply: { payload: 'YES' },
    reply_to: { mid: 'm_0' },
    attachments: [
      { type: 'image', payload: { url: 'https://scontent/x.jpg' } },
      { type: 'ig_reel', payload: {} },
      { type: 'fallback', url: 'https://x', payload: null },
      { type: 'appointment_booking' },
    ],
    referral: { ref: 'r' },
  };
  expect(itemsOf({ message })).toMatchObject([
    {
      kind: 'message',
      message: {
        ...incoming,
        platformId: 'm_1',
        text: 'hello',
        quickReply: { payload: 'YES' },
        replyToId: 'm_0',
        referral: { ref: 'r' },
        attachments: [
          { type: 'image', url: 'https://scontent/x.jpg' },
          { type: 'share' },
          { type: 'share', url: 'https://x' },
          { type: 'other' },
        ],
      },
    },
  ]);
});

test('an echo is our own, whoever typed it', () => {
  expect(itemsOf({ message: { mid: 'm_2', text: 'hi', is_echo: true } }, PAGE)).toMatchObject([
    { message: { platformId: 'm_2', conversationId: PERSON, participant: { id: PERSON }, isOwn: true } },
  ]);
});

test('mentions in stories and answers to them are messages', () => {
  const mention = { mid: 'm', attachments: [{ type: 'story_mention', payload: { url: 'https://story' } }] };
  expect(itemsOf({ message: mention })).toMatchObject([
    { message: { attachments: [{ type: 'story_mention', url: 'https://story' }] } },
  ]);
  const response = { mid: 'm', text: 'nice', reply_to: { story: { id: '1', url: 'https://story' } } };
  expect(itemsOf({ message: response })).toMatchObject([
    { message: { text: 'nice', attachments: [{ type: 'story_reply', url: 'https://story' }] } },
  ]);
});

test('postbacks and referrals', () => {
  const postback = { mid: 'm_pb', title: 'Go', payload: 'GO', referral: { ref: 'r' } };
  expect(itemsOf({ postback })).toMatchObject([
    { message: { platformId: 'm_pb', text: 'Go', postback: { title: 'Go', payload: 'GO' }, referral: { ref: 'r' } } },
  ]);
  expect(itemsOf({ referral: { ref: 'r' } })).toMatchObject([
    { message: { platformId: `referral:${PERSON}:${AT}`, isReferral: true, referral: { ref: 'r' } } },
  ]);
});

test('edits, unsent messages and reactions', () => {
  const at = new Date(AT);
  expect(itemsOf({ message_edit: { mid: 'm_1', text: 'better', num_edit: 1 } })).toEqual([
    { kind: 'message_change', change: { platformId: 'm_1', at, personId: PERSON, change: 'edited', text: 'better' } },
  ]);
  expect(itemsOf({ message: { mid: 'm_1', is_deleted: true } })).toEqual([
    { kind: 'message_change', change: { platformId: 'm_1', at, change: 'removed' } },
  ]);
  const reacted = { platformId: 'm_1', at, change: 'reaction', personId: PERSON };
  expect(itemsOf({ reaction: { mid: 'm_1', action: 'react', reaction: 'love', emoji: '\u2764' } })).toEqual([
    { kind: 'message_change', change: { ...reacted, emoji: '\u2764' } },
  ]);
  expect(itemsOf({ reaction: { mid: 'm_1', action: 'unreact' } })).toEqual([
    { kind: 'message_change', change: { ...reacted, emoji: null } },
  ]);
});

test('receipts reach up to a time, or name messages', () => {
  const upTo = { kind: 'message_status', status: { participantId: PERSON, at: new Date(AT - 500) } };
  expect(itemsOf({ delivery: { mids: ['m_1'], watermark: AT - 500 } })).toMatchObject([
    { ...upTo, status: { ...upTo.status, status: 'delivered' } },
  ]);
  expect(itemsOf({ read: { watermark: AT - 500 } })).toMatchObject([
    { ...upTo, status: { ...upTo.status, status: 'read' } },
  ]);
  expect(itemsOf({ delivery: { mids: ['m_1', 'm_2'] } })).toMatchObject([
    { status: { platformId: 'm_1' } },
    { status: { platformId: 'm_2' } },
  ]);
  expect(itemsOf({ read: { mid: 'm_1' } })).toMatchObject([{ status: { participantId: PERSON, at: new Date(AT) } }]);
  expect(itemsOf({ read: { watermark: AT } }, PAGE)).toEqual([]);
});

test('lines come as standby and as changes, too', () => {
  const line = { sender: { id: PERSON }, recipient: { id: PAGE }, timestamp: AT, message: { mid: 'm', text: 'x' } };
  const splits = (entry: object) => lineNotices({ object: 'page', entry: [{ id: PAGE, time: AT, ...entry }] });
  const whole = splits({ messaging: [line] });
  expect(whole).toHaveLength(1);
  expect(splits({ standby: [line] })).toEqual(whole);
  expect(splits({ changes: [{ field: 'messages', value: line }] })).toEqual(whole);
  expect(splits({ field: 'messages', value: line })).toEqual(whole);
});

test('an entry and a change are parsed once, and not at all without an id or a value', () => {
  const parsed: string[] = [];
  const counted = (name: string, part: object, field: string) =>
    Object.defineProperty({ ...part }, field, { get: () => parsed.push(name) && AT, enumerable: true });
  const line = counted('line', { sender: { id: PERSON }, recipient: { id: PAGE } }, 'timestamp');
  const changes = [{ field: 'messages', value: line }, { field: 'messages' }];
  const whole = counted('entry', { id: PAGE, changes }, 'time');
  const entry = [
    counted('entry without an id', { changes }, 'time'),
    counted('empty entry', { id: PAGE }, 'time'),
    whole,
  ];
  expect(lineNotices({ object: 'page', entry })).toHaveLength(1);
  // The key holds the content of the line.
  expect(parsed).toEqual(['entry', 'line', 'line']);
});

test('any line is kept and read without a throw', () => {
  const part = fc.oneof(fc.constant({ mid: 'm' }), fc.anything());
  const kinds = ['message', 'postback', 'reaction', 'read', 'delivery', 'referral', 'message_edit', 'optin'];
  const line = fc.record({
    sender: fc.oneof(fc.constant({ id: PERSON }), fc.anything()),
    recipient: fc.constant({ id: PAGE }),
    timestamp: fc.oneof(fc.constant(AT), fc.anything()),
    ...Object.fromEntries(kinds.map((kind) => [kind, part])),
  });
  fc.assert(
    fc.property(line, (given) => {
      const notices = lineNotices({ object: 'page', entry: [{ id: PAGE, messaging: [given] }] });
      for (const { payload } of notices) messagingItems(payload, ACCOUNT, (id) => id === PAGE);
    }),
    { numRuns: 300 },
  );
});
