import { expect, test } from 'vitest';
import { z } from 'zod';
import { PlatformError } from '../../core/platform-error.ts';
import type { Purpose } from '../shared/call-platform.ts';
import type { FakeResponse } from '../shared/meta/session.fake.ts';
import { callXrpc } from './client.ts';
import { pacing } from './pacing.ts';
import { blueskySession } from './session.fake.ts';

const rejection = (
  status: number,
  error: string,
  message?: string,
  headers: Record<string, string> = {},
): FakeResponse => ({
  status,
  json: { error, message },
  headers,
});

async function errorOf(response: FakeResponse | Error, purpose: Purpose = 'effect') {
  const { session } = blueskySession(() => response);
  const call = { method: 'POST', name: 'com.atproto.repo.putRecord' } as const;
  const error = await callXrpc(session, purpose, call, z.object({})).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformError)) throw error ?? new Error('The call succeeded.');
  return error;
}

test.each<[FakeResponse, object]>([
  [rejection(400, 'ExpiredToken', 'Token has expired'), { kind: 'auth_expired', message: 'Token has expired' }],
  [rejection(400, 'InvalidToken', 'Token could not be verified'), { kind: 'auth_expired' }],
  [rejection(401, 'AuthMissing', 'Authentication Required'), { kind: 'auth_expired' }],
  [rejection(401, 'AccountTakedown', 'Account has been taken down'), { kind: 'forbidden' }],
  [rejection(403, 'AccountNotFound'), { kind: 'forbidden', message: 'AccountNotFound' }],
  [rejection(400, 'RecordNotFound', 'Could not locate record'), { kind: 'not_found' }],
  [rejection(400, 'NotFound', 'Post not found'), { kind: 'not_found' }],
  [
    rejection(
      400,
      'InvalidRequest',
      'Invalid app.bsky.feed.post record: grapheme too big (maximum 300, got 301) at $.record.text',
    ),
    { kind: 'rejected', facts: { field: 'text', platformCode: 'InvalidRequest' } },
  ],
  [
    rejection(400, 'InvalidRequest', 'Missing required key "text" at $.record'),
    { kind: 'rejected', facts: { field: 'text' } },
  ],
  [rejection(413, 'PayloadTooLarge', 'request entity too large'), { kind: 'rejected', facts: { field: 'media' } }],
  [
    rejection(429, 'RateLimitExceeded', 'Rate Limit Exceeded', {
      'ratelimit-reset': String(Date.parse('2026-03-01T12:02:00Z') / 1000),
    }),
    { kind: 'rate_limited', facts: { retryAfterSeconds: 120 } },
  ],
  [{ status: 429, text: 'slow down' }, { kind: 'rate_limited' }],
  [rejection(502, 'UpstreamFailure', 'Upstream service unreachable'), { kind: 'unknown' }],
  [{ status: 404, text: '<html>' }, { kind: 'unknown' }],
])('the response %j to an effect', async (response, expected) => {
  expect(await errorOf(response)).toMatchObject(expected);
});

test('a read with a lost response did not happen', async () => {
  for (const response of [
    rejection(502, 'UpstreamFailure'),
    { text: '<html>' },
    new PlatformError('unknown', 'reset'),
  ]) {
    expect((await errorOf(response, 'read')).kind).toBe('unavailable');
  }
});

test('lists repeat their name, and a session without a server makes no call', async () => {
  const { session, requests } = blueskySession(() => ({ json: {} }));
  const call = {
    method: 'GET',
    name: 'a.b.c',
    parameters: { uris: ['at://x', 'y'], limit: 2, none: undefined },
  } as const;
  await callXrpc(session, 'read', call, z.object({}));
  expect(requests[0]).toMatchObject({
    url: 'https://pds.test/xrpc/a.b.c?uris=at%3A%2F%2Fx&uris=y&limit=2',
    headers: { authorization: 'Bearer access' },
  });
  const nowhere = callXrpc({ ...session, hosts: {} }, 'read', call, z.object({}));
  await expect(nowhere).rejects.toMatchObject({ kind: 'forbidden' });
});

test('publishing waits when too few points are left in the window', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const pause = (remaining: string) =>
    pacing.pauseAfter?.(
      {
        status: 200,
        headers: { 'ratelimit-remaining': remaining, 'ratelimit-reset': String(now.getTime() / 1000 + 90) },
        json: {},
        text: '',
      },
      now,
    );
  expect([pause('3'), pause('2'), pause('0'), pause('-')]).toEqual([undefined, 90, 90, undefined]);
});
