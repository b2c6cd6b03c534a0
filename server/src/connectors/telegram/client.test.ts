import { expect, test } from 'vitest';
import { z } from 'zod';
import { PlatformError } from '../../core/platform-error.ts';
import type { Purpose } from '../shared/call-platform.ts';
import type { FakeResponse } from '../shared/meta/session.fake.ts';
import { callTelegram } from './client.ts';
import { no, ok, telegramSession } from './session.fake.ts';

async function errorOf(response: FakeResponse | Error, purpose: Purpose = 'effect', accessToken = '1:a') {
  const { session } = telegramSession(() => response);
  const tokens = { accessToken };
  const error = await callTelegram({ ...session, tokens }, purpose, 'sendMessage', { json: {} }, z.object({})).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformError)) throw error ?? new Error('The call succeeded.');
  return error;
}

test.each<[FakeResponse, object]>([
  [no(401, 'Unauthorized'), { kind: 'auth_expired', message: 'Unauthorized' }],
  [no(404, 'Not Found'), { kind: 'auth_expired' }],
  [no(403, 'Forbidden: bot was kicked from the channel chat'), { kind: 'forbidden' }],
  [no(400, 'Bad Request: need administrator rights in the channel chat'), { kind: 'forbidden' }],
  [no(400, 'Bad Request: chat not found'), { kind: 'forbidden' }],
  [no(400, 'Bad Request: message to delete not found'), { kind: 'not_found' }],
  [no(400, "Bad Request: message can't be deleted"), { kind: 'forbidden' }],
  [no(400, 'Bad Request: message is too long'), { kind: 'rejected', facts: { field: 'text' } }],
  [no(400, 'Bad Request: message caption is too long'), { kind: 'rejected', facts: { field: 'text' } }],
  [no(400, "Bad Request: can't parse entities: unclosed tag"), { kind: 'rejected', facts: { field: 'text' } }],
  [no(400, 'Bad Request: PHOTO_INVALID_DIMENSIONS'), { kind: 'rejected', facts: { field: 'media' } }],
  [no(400, 'Bad Request: something else'), { kind: 'rejected' }],
  [
    no(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: -1001 }),
    { kind: 'forbidden' },
  ],
  [no(409, "Conflict: can't use getUpdates method while webhook is active"), { kind: 'forbidden' }],
  [no(409, 'Conflict: terminated by other getUpdates request'), { kind: 'unavailable' }],
  [
    { status: 413, text: '<html>' },
    { kind: 'rejected', facts: { field: 'media' } },
  ],
  [
    no(429, 'Too Many Requests: retry after 5', { retry_after: 5 }),
    { kind: 'rate_limited', facts: { retryAfterSeconds: 5 } },
  ],
  [
    { status: 429, text: '', headers: { 'retry-after': '7' } },
    { kind: 'rate_limited', facts: { retryAfterSeconds: 7 } },
  ],
  [no(500, 'Internal Server Error'), { kind: 'unknown' }],
  [{ status: 403, text: '<html>' }, { kind: 'unknown' }],
  [{ json: { ok: false, description: 'odd' } }, { kind: 'unknown' }],
])('the response %j to an effect', async (response, expected) => {
  expect(await errorOf(response)).toMatchObject(expected);
});

test('a read with a lost response did not happen', async () => {
  for (const response of [no(502, 'Bad Gateway'), { text: '<html>' }, new PlatformError('unknown', 'reset')]) {
    expect((await errorOf(response, 'read')).kind).toBe('unavailable');
  }
});

test('the token is part of the address, and an invalid token is not sent', async () => {
  const { session, requests } = telegramSession(() => ok({}));
  await callTelegram(session, 'read', 'getMe', { json: {} }, z.object({}));
  expect(requests[0]?.url).toBe('https://telegram.test/bot123456:ABC-DEF_1/getMe');
  for (const token of ['', 'forged', '1:a/../x', '1:a?x=']) {
    expect((await errorOf(ok({}), 'read', token)).kind).toBe('auth_expired');
  }
});
