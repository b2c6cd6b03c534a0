import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PlatformError } from '../../../core/platform-error.ts';
import { type CallFacts, toGraphError } from './errors.ts';
import { type FakeResponse, graphError, toResponse } from './session.fake.ts';

const READ: CallFacts = { purpose: 'read', meanings: {}, secrets: [] };
const EFFECT: CallFacts = { ...READ, purpose: 'effect' };

function read(response: FakeResponse, call = READ): PlatformError | undefined {
  return toGraphError(toResponse(response), call);
}

test('the whole app pauses for the app call limit only', () => {
  expect(read(graphError(4))?.facts.wholeApp).toBe(true);
  expect(read(graphError(17))?.facts.wholeApp).toBeUndefined();
});

test('the code counts, not the status', () => {
  expect(read({ ...graphError(190), status: 400 })?.kind).toBe('auth_expired');
  expect(read({ ...graphError(80_002), status: 400 })?.kind).toBe('rate_limited');
});

test('an effect with a 5xx response may have happened, with any body', () => {
  for (const code of [1, 100, 190, 368]) {
    expect(read({ ...graphError(code), status: 500 }, EFFECT)?.kind).toBe('unknown');
  }
});

test('is_transient makes a final rejection temporary, but not a pause or a lost access', () => {
  const transient = { is_transient: true };
  expect(read(graphError(100, undefined, transient))?.kind).toBe('unavailable');
  expect(read(graphError(100, undefined, transient), EFFECT)?.kind).toBe('unknown');
  expect(read(graphError(4242, undefined, transient))?.kind).toBe('unavailable');
  expect(read(graphError(17, undefined, transient))?.kind).toBe('rate_limited');
  expect(read(graphError(190, undefined, transient))?.kind).toBe('auth_expired');
});

test('the own meanings of a product win, exact pairs first', () => {
  const meanings = {
    '100': { kind: 'forbidden' },
    'any/7': { kind: 'unavailable' },
    '100/7': { kind: 'rate_limited' },
  } as const;
  const call = { ...READ, meanings };
  expect(read(graphError(100, 7), call)?.kind).toBe('rate_limited');
  expect(read(graphError(5, 7), call)?.kind).toBe('unavailable');
  expect(read(graphError(100, 33), call)?.kind).toBe('not_found');
  expect(read(graphError(100), call)?.kind).toBe('forbidden');
});

test('facts: code, status, pause, message without secrets', () => {
  const error = read(
    {
      ...graphError(80_002, 5, { error_user_msg: 'Token IGAAsecret is too busy.' }),
      headers: {
        'x-business-use-case-usage': JSON.stringify({
          1784: [
            { type: 'instagram', call_count: 100, estimated_time_to_regain_access: 3 },
            { type: 'pages', call_count: 1, estimated_time_to_regain_access: 0 },
          ],
        }),
      },
    },
    { ...READ, secrets: ['IGAAsecret', ''] },
  );
  expect(error?.facts).toEqual({ platformCode: '80002/5', status: 400, retryAfterSeconds: 180 });
  expect(error?.message).toBe('Token … is too busy.');
});

test('codes may come as text, and token hosts have their own form', () => {
  expect(read({ status: 400, json: { error: { code: '190', error_subcode: '463' } } })?.facts.platformCode).toBe(
    '190/463',
  );
  const rejected = { error_type: 'OAuthException', code: 400, error_message: 'Invalid platform app' };
  const error = read({ status: 400, json: rejected });
  expect([error?.kind, error?.message]).toEqual(['rejected', 'Invalid platform app']);
});

test.each([
  ['a page of a proxy', { status: 502, text: '<html>Bad gateway</html>' }],
  ['a cut body', { status: 400, text: '{"error":{"mess' }],
  ['a list', { status: 400, json: [] }],
  ['an error without a code', { status: 400, json: { error: { message: 'no' } } }],
  ['a huge code', { status: 400, json: { error: { code: '99999999999999999999' } } }],
  ['a word as error', { status: 403, json: { error: 'nope' } }],
  ['a redirect', { status: 302, text: '' }],
])('%s says nothing about what happened', (_name, response) => {
  expect(read(response)).toBeUndefined();
  expect(read(response, EFFECT)).toBeUndefined();
});

test('429 of a proxy is a pause', () => {
  const error = read({ status: 429, text: 'slow down', headers: { 'retry-after': '7' } }, EFFECT);
  expect([error?.kind, error?.facts.retryAfterSeconds]).toEqual(['rate_limited', 7]);
});

test('a success is no error', () => {
  expect(read({ json: { id: '1' } })).toBeUndefined();
  expect(read({ text: 'ok' })).toBeUndefined();
});

test('any body at any status becomes a PlatformError or none, never another throw', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 599 }),
      fc.jsonValue(),
      fc.string(),
      fc.constantFrom('read' as const, 'effect' as const),
      (status, json, header, purpose) => {
        const response = toResponse({
          status,
          json,
          headers: { 'x-business-use-case-usage': header, 'retry-after': header },
        });
        const error = toGraphError(response, { ...READ, purpose });
        expect(error === undefined || error instanceof PlatformError).toBe(true);
      },
    ),
  );
});
