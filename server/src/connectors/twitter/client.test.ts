import { expect, test } from 'vitest';
import { z } from 'zod';
import { PlatformError } from '../../core/platform-error.ts';
import type { Purpose } from '../shared/call-platform.ts';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';
import { callX } from './client.ts';

const problem = (status: number, fields: Record<string, unknown>): FakeResponse => ({
  status,
  json: { type: 'about:blank', status, ...fields },
});
const duplicate = problem(403, {
  title: 'Forbidden',
  detail: 'You are not allowed to create a Tweet with duplicate content.',
});
/** The clock of the fake session is 2026-03-01T12:00:00.500Z. */
const inTwoMinutes = String(Date.parse('2026-03-01T12:02:00Z') / 1000);
const tooMany = (headers: Record<string, string>, fields = {}): FakeResponse => ({
  ...problem(429, { title: 'Too Many Requests', detail: 'Too Many Requests', ...fields }),
  headers,
});

async function errorOf(response: FakeResponse | Error, purpose: Purpose = 'effect'): Promise<PlatformError> {
  const { session } = fakeSession(() => response);
  const request = { method: 'POST', path: '/2/tweets' } as const;
  const error = await callX({ ...session, hosts: { api: 'https://x.test' } }, purpose, request, z.object({})).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformError)) throw error ?? new Error('The call succeeded.');
  return error;
}

test.each<[string, FakeResponse, object]>([
  ['a bad token', problem(401, { title: 'Unauthorized' }), { kind: 'auth_expired' }],
  ['a 401 without words', { status: 401 }, { kind: 'auth_expired' }],
  [
    'a bad parameter',
    problem(400, { title: 'Invalid Request', errors: [{ message: 'The `id` …' }] }),
    { kind: 'rejected', message: 'The `id` …' },
  ],
  [
    'a long text',
    problem(403, { detail: 'Your Tweet text is too long.' }),
    { kind: 'rejected', facts: { status: 403, field: 'text' } },
  ],
  [
    'a long video',
    problem(403, { detail: 'This user is not allowed to post a video longer than 2 minutes' }),
    { kind: 'rejected', facts: { status: 403, field: 'media' } },
  ],
  [
    'a forbidden action',
    problem(403, { detail: 'You are not permitted to perform this action.' }),
    { kind: 'forbidden' },
  ],
  [
    'a client without access',
    problem(403, { title: 'Client Forbidden', type: 'https://api.x.com/2/problems/client-forbidden' }),
    { kind: 'forbidden', facts: { platformCode: 'client-forbidden' } },
  ],
  ['a duplicate', duplicate, { kind: 'unknown', facts: { platformCode: 'duplicate' } }],
  [
    'no credits',
    problem(402, { title: 'Payment Required' }),
    { kind: 'forbidden', facts: { platformCode: 'credits' } },
  ],
  ['a missing object', problem(404, { title: 'Not Found Error' }), { kind: 'not_found' }],
  [
    'the classic error',
    { status: 429, json: { errors: [{ code: 88, message: 'Rate limit exceeded' }] } },
    { kind: 'rate_limited', message: 'Rate limit exceeded' },
  ],
  ['the reset time', tooMany({ 'x-rate-limit-reset': inTwoMinutes }), { facts: { retryAfterSeconds: 120 } }],
  ['a reset in the past', tooMany({ 'x-rate-limit-reset': '1000000000' }), { facts: { retryAfterSeconds: 1 } }],
  ['a nonsense reset', tooMany({ 'x-rate-limit-reset': 'soon' }), { facts: { status: 429 } }],
  [
    'the day of the app',
    tooMany({
      'x-rate-limit-remaining': '5',
      'x-rate-limit-reset': '1',
      'x-app-limit-24hour-remaining': '0',
      'x-app-limit-24hour-reset': inTwoMinutes,
    }),
    { facts: { wholeApp: true, retryAfterSeconds: 120 } },
  ],
  [
    'the month',
    tooMany({}, { title: 'UsageCapExceeded', type: 'https://api.x.com/2/problems/usage-capped' }),
    { kind: 'rate_limited', facts: { wholeApp: true, platformCode: 'usage-capped' } },
  ],
  ['an outage', problem(503, { title: 'Service Unavailable' }), { kind: 'unknown' }],
  ['a page of the edge', { status: 403, text: '<html>' }, { kind: 'unknown' }],
  ['a redirect', { status: 302, text: '' }, { kind: 'unknown' }],
])('an effect with %s', async (_name, response, expected) => {
  expect(await errorOf(response)).toMatchObject(expected);
});

test('a read with a lost response did not happen', async () => {
  const lost = new PlatformError('unknown', 'reset', { status: 200 });
  for (const response of [problem(503, { title: 'x' }), { status: 403, text: '<html>' }, { text: '' }, lost]) {
    expect((await errorOf(response, 'read')).kind).toBe('unavailable');
  }
  expect((await errorOf(lost)).kind).toBe('unknown');
  expect((await errorOf(duplicate, 'read')).kind).toBe('rejected');
});

test('an error that is not a PlatformError passes through', async () => {
  const lease = new Error('the lease is lost');
  await expect(errorOf(lease)).rejects.toBe(lease);
});
