import { expect, test } from 'vitest';
import { z } from 'zod';
import { PlatformError } from '../../../core/platform-error.ts';
import { callGraph, type GraphApi } from './graph.ts';
import { type FakeResponse, fakeSession } from './session.fake.ts';

const API: GraphApi = { host: 'graph', version: 'v25.0', meanings: {} };
const response = z.object({ id: z.string() });

function calling(given: FakeResponse | Error, call: { path?: string[]; purpose?: 'effect' } = {}) {
  const fake = fakeSession(() => given);
  const result = callGraph(fake.session, API, { method: 'GET', path: ['me'], response, ...call });
  return { ...fake, result };
}

test('calls the versioned address with the token in a header only', async () => {
  const { result, requests } = calling({ json: { id: '1', more: true } }, { path: ['1784', 'media'] });
  expect(await result).toEqual({ id: '1' });
  expect(requests).toEqual([
    {
      method: 'GET',
      url: 'https://graph.test/v25.0/1784/media',
      headers: { authorization: 'Bearer IGAAsecrettoken' },
    },
  ]);
});

test.each(['..', '1/2', '1?a', '', '%2e%2e'])('no call leaves for the id %j', async (id) => {
  const { result, requests } = calling({ json: { id: '1' } }, { path: [id] });
  await expect(result).rejects.toMatchObject({ kind: 'not_found' });
  expect(requests).toEqual([]);
});

const lost = new PlatformError('unknown', 'no answer');
test.each([
  ['a lost answer', lost],
  ['a success without what it must have', { json: { success: true } }],
  ['a success that is no JSON', { text: '<html>' }],
])('%s is unavailable for a read and unknown for an effect', async (_name, given) => {
  await expect(calling(given).result).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(calling(given, { purpose: 'effect' }).result).rejects.toMatchObject({ kind: 'unknown' });
});

test('a call that never left stays unavailable', async () => {
  const rejected = new PlatformError('unavailable', 'refused');
  await expect(calling(rejected, { purpose: 'effect' }).result).rejects.toBe(rejected);
});

test('a missing host is an error of ours and no call leaves', async () => {
  const { session, requests } = fakeSession(() => ({ json: { id: '1' } }));
  const call = callGraph({ ...session, hosts: {} }, API, { method: 'GET', path: ['me'], response });
  await expect(call).rejects.toThrow('no host graph');
  expect(requests).toEqual([]);
});
