import { expect, test } from 'vitest';
import { failureOf } from './attempt-failure.ts';

const rest = { body: '', durationMs: 1, retryAfterSeconds: null };

test.each([
  [200, null, null, undefined],
  [204, null, 'the body is not complete', undefined],
  [500, null, null, { reason: 'status', message: 'the endpoint answered 500 Internal Server Error' }],
  [599, null, 'cut', { reason: 'status', message: 'the endpoint answered 599' }],
  [302, null, null, { reason: 'redirect', message: 'the endpoint answered 302 Found; redirects are not followed' }],
  [410, null, null, { reason: 'gone', message: 'the endpoint answered 410 Gone, which disables it' }],
  [null, 'dns', 'no such name', { reason: 'dns', message: 'no such name' }],
  [null, 'too_large', 'odd', { reason: 'network', message: 'odd' }],
])('status %s, %s, %s is the failure %j', (status, reason, error, failure) => {
  expect(failureOf({ ...rest, status, reason, error })).toEqual(failure);
});
