import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { fakeSession } from '../shared/meta/session.fake.ts';
import { instagram } from './index.ts';
import { publishing } from './publish.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: async () => undefined }));

const POST = { text: 'Hello', media: [{ type: 'image', url: 'https://m.test/a.jpg' }], options: {} } as const;
const CAROUSEL = { ...POST, media: [POST.media[0], POST.media[0]] };
const PREPARED = {
  container: '9',
  children: [],
  kind: 'image',
  mediaType: 'IMAGE',
  caption: 'x',
  preparedAt: '2026-03-01T12:00:00.000Z',
};
const SINCE = new Date('2026-03-01T12:00:00Z');
const REPLY = { platformPostId: '1', parentId: '2', text: 'Hi' };
const { comments, auth } = instagram;

const EFFECTS: Record<string, (session: Session) => Promise<unknown>> = {
  publish: (session) => publishing.send(session, POST, PREPARED, 'key'),
  reply: async (session) => comments?.reply?.send(session, REPLY, {}, 'key'),
};
const READS: Record<string, (session: Session) => Promise<unknown>> = {
  prepare: (session) => publishing.prepare(session, CAROUSEL),
  ready: async (session) => publishing.ready?.(session, PREPARED),
  state: (session) => publishing.state(session, PREPARED),
  list: (session) => publishing.list(session, POST, SINCE),
  comments: async (session) => comments?.list?.(session, '1'),
  looking: async (session) => comments?.reply?.class === 'C' && comments.reply.list(session, REPLY, SINCE),
  refresh: async (session) => auth.refresh?.(session),
  profile: (session) => auth.profile(session),
  subscribe: async (session) => auth.subscribe?.(session),
};

/** Bodies that look like Instagram's here and there, so that more than the first check is met. */
const word = fc.constantFrom(
  'id',
  'data',
  'error',
  'code',
  'status_code',
  'timestamp',
  'paging',
  'next',
  'from',
  'replies',
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, '', '1', 'FINISHED', 190, -1, 2 ** 60, '9'.repeat(40), '2026-03-01T12:00:00+0000'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(word, tie('value'), { maxKeys: 5 }),
  ),
})).value;

async function outcomeOf(attempt: (session: Session) => Promise<unknown>, status: number, body: unknown) {
  const { session } = fakeSession(() => ({ status, json: body }));
  return await attempt(session).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe.each(Object.entries({ ...EFFECTS, ...READS }))('%s', (_name, attempt) => {
  test('succeeds or throws a PlatformError for every response', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(200, 400, 404, 500), json, async (status, body) => {
        const error = await outcomeOf(attempt, status, body);
        expect(error === undefined || error instanceof PlatformError).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

const NONSENSE: readonly [string, number, unknown][] = [
  ['HTML or a cut body', 200, undefined],
  ['a list', 200, []],
  ['a word', 200, 'ok'],
  ['null', 200, null],
  ['wrong types', 200, { id: { a: 1 }, data: 'x', status_code: 5, access_token: [], success: 'yes' }],
  ['an id that leaves the path', 200, { id: '../../me', data: [{ id: '../1', timestamp: 1 }] }],
  ['an error without form', 400, { error: 'no' }],
  ['an outage', 503, undefined],
];

describe.each(NONSENSE)('%s', (_name, status, body) => {
  test.each(Object.entries(EFFECTS))('after %s is unknown', async (_call, attempt) => {
    expect(await outcomeOf(attempt, status, body)).toMatchObject({ kind: 'unknown' });
  });
  test.each(Object.entries(READS))('on %s is unavailable', async (_call, attempt) => {
    expect(await outcomeOf(attempt, status, body)).toMatchObject({ kind: 'unavailable' });
  });
});
