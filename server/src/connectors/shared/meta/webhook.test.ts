import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { echoHubChallenge, hubEntries, verifyHubSignature } from './webhook.ts';

const SECRET = 'app-secret';

describe('signature', () => {
  const body = Buffer.from('{"text":"gr\\u00fcn","raw":"grün"}');
  const hex = createHmac('sha256', SECRET).update(body).digest('hex');
  const signed = { 'x-hub-signature-256': `sha256=${hex}` };

  test('is valid for the exact bytes and the app secret', () => {
    expect(verifyHubSignature(body, signed, SECRET)).toBe(true);
    expect(verifyHubSignature(body, { 'x-hub-signature-256': `sha256=${hex.toUpperCase()}` }, SECRET)).toBe(true);
    expect(verifyHubSignature(Buffer.from(`${body} `), signed, SECRET)).toBe(false);
    expect(verifyHubSignature(body, signed, 'another')).toBe(false);
  });

  test.each([
    ['absent', {}],
    ['empty', { 'x-hub-signature-256': '' }],
    ['without prefix', { 'x-hub-signature-256': hex }],
    ['short', { 'x-hub-signature-256': `sha256=${hex.slice(0, 62)}` }],
    ['long', { 'x-hub-signature-256': `sha256=${hex}00` }],
    ['not hex', { 'x-hub-signature-256': `sha256=${'z'.repeat(64)}` }],
    ['SHA-1', { 'x-hub-signature': `sha1=${createHmac('sha1', SECRET).update(body).digest('hex')}` }],
  ])('%s is rejected', (_name, headers) => expect(verifyHubSignature(body, headers, SECRET)).toBe(false));

  test('an empty secret verifies nothing', () => {
    const forged = createHmac('sha256', '').update(body).digest('hex');
    expect(verifyHubSignature(body, { 'x-hub-signature-256': `sha256=${forged}` }, '')).toBe(false);
  });
});

describe('handshake', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'mytoken', 'hub.challenge': '1158201444' };
  test('returns the challenge', () => expect(echoHubChallenge(query, 'mytoken')).toBe('1158201444'));
  test.each([
    ['wrong token', query, 'other'],
    ['longer token', query, 'mytoken1'],
    ['no token set up', { ...query, 'hub.verify_token': '' }, ''],
    ['another mode', { ...query, 'hub.mode': 'unsubscribe' }, 'mytoken'],
    ['no challenge', { 'hub.mode': 'subscribe', 'hub.verify_token': 'mytoken' }, 'mytoken'],
    ['a huge challenge', { ...query, 'hub.challenge': '1'.repeat(1001) }, 'mytoken'],
    ['no handshake', {}, 'mytoken'],
  ])('%s is not one', (_name, given, token) => expect(echoHubChallenge(given, token)).toBeUndefined());
});

describe('changes', () => {
  const changesIn = (body: unknown, object: string) => hubEntries(body, object).flatMap(({ changes }) => changes);

  const time = 1772370001;

  test('come from changes[] and from the entry itself, in order', () => {
    const entry = [
      { id: '1', time, changes: [{ field: 'a', value: 1 }, 'strange', { value: 2 }, { field: 'b', value: { c: 3 } }] },
      { id: 2, time: time * 1000, field: 'd', value: 4 },
      { id: '3', time, messaging: [{ message: { mid: 'm' } }] },
    ];
    expect(changesIn({ object: 'instagram', entry }, 'instagram')).toEqual([
      { accountId: '1', time, field: 'a', value: 1 },
      { accountId: '1', time, field: 'b', value: { c: 3 } },
      { accountId: '2', time, field: 'd', value: 4 },
    ]);
  });

  test('of another object are not ours', () => {
    const body = { object: 'page', entry: [{ id: '1', time, field: 'a', value: 1 }] };
    expect(changesIn(body, 'instagram')).toEqual([]);
  });

  test('are ignored without an account or a time', () => {
    const entry = [
      { time, field: 'a', value: 1 },
      { id: '1', field: 'a', value: 1 },
      { id: '../x', time, field: 'a' },
      null,
    ];
    expect(changesIn({ object: 'instagram', entry }, 'instagram')).toEqual([]);
  });

  test('of any body never throw', () => {
    const strange = fc.record({
      object: fc.constant('instagram'),
      entry: fc.array(fc.record({ id: fc.anything(), time: fc.anything(), changes: fc.anything() })),
    });
    fc.assert(fc.property(fc.oneof(fc.anything(), strange), (body) => Array.isArray(changesIn(body, 'instagram'))));
  });
});
