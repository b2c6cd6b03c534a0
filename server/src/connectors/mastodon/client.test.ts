import { expect, test } from 'vitest';
import { z } from 'zod';
import { PlatformError } from '../../core/platform-error.ts';
import type { Purpose } from '../shared/call-platform.ts';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';
import { callMastodon } from './client.ts';

const rejection = (status: number, error: string, headers: Record<string, string> = {}): FakeResponse => ({
  status,
  json: { error },
  headers,
});

async function errorOf(response: FakeResponse | Error, purpose: Purpose = 'effect', hosts = { api: 'https://m.test' }) {
  const { session } = fakeSession(() => response);
  const request = { method: 'POST', path: '/api/v1/statuses' } as const;
  const error = await callMastodon({ ...session, hosts }, purpose, request, z.object({})).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformError)) throw error ?? new Error('The call succeeded.');
  return error;
}

test.each<[FakeResponse, object]>([
  [rejection(401, 'The access token was revoked'), { kind: 'auth_expired', message: 'The access token was revoked' }],
  [rejection(403, 'This action is outside the authorized scopes'), { kind: 'forbidden' }],
  [rejection(404, 'Record not found'), { kind: 'not_found' }],
  [rejection(410, 'Gone'), { kind: 'not_found' }],
  [rejection(422, "Validation failed: Text can't be blank"), { kind: 'rejected', facts: { field: 'text' } }],
  [
    rejection(422, 'Validation failed: Text character limit of 500 exceeded'),
    { kind: 'rejected', facts: { field: 'text' } },
  ],
  [rejection(422, 'Validation failed: File content type is invalid'), { kind: 'rejected', facts: { field: 'media' } }],
  [
    rejection(422, 'Cannot attach files that have not finished processing. Try again in a moment!'),
    { kind: 'unavailable', facts: { retryAfterSeconds: 5 } },
  ],
  [
    rejection(429, 'Too many requests', { 'x-ratelimit-reset': '2026-03-01T12:02:00.000000Z' }),
    { kind: 'rate_limited', facts: { retryAfterSeconds: 120 } },
  ],
  [
    rejection(429, 'Too many requests', { 'x-ratelimit-reset': String(Date.parse('2026-03-01T12:02:00Z') / 1000) }),
    { kind: 'rate_limited', facts: { retryAfterSeconds: 120 } },
  ],
  [
    rejection(429, 'Too many requests', { 'retry-after': '7' }),
    { kind: 'rate_limited', facts: { retryAfterSeconds: 7 } },
  ],
  [{ status: 429, text: 'Too many requests' }, { kind: 'rate_limited' }],
  [rejection(503, 'Service Unavailable'), { kind: 'unknown' }],
  [{ status: 404, text: '<html>' }, { kind: 'unknown' }],
])('the response %j to an effect', async (response, expected) => {
  expect(await errorOf(response)).toMatchObject(expected);
});

test('a read with a lost response did not happen', async () => {
  const lost = new PlatformError('unknown', 'reset');
  for (const response of [rejection(503, 'x'), { status: 404, text: '<html>' }, { text: '' }, lost]) {
    expect((await errorOf(response, 'read')).kind).toBe('unavailable');
  }
});

test('a token without an instance is not sent', async () => {
  expect((await errorOf({}, 'read', { api: '' })).kind).toBe('forbidden');
});
