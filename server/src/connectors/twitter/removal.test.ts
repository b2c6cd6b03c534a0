import { expect, test } from 'vitest';
import { PlatformError } from '../../core/platform-error.ts';
import { type FakeResponse, fakeSession } from '../shared/meta/session.fake.ts';
import { removal } from './removal.ts';

async function remove(response: FakeResponse, platformId = '10') {
  const { session, calls } = fakeSession(() => response);
  const outcome = await removal
    .send({ ...session, hosts: { api: 'https://x.test' } }, { platformId }, {}, 'key')
    .catch((error: PlatformError) => error);
  return { outcome, calls: calls() };
}

const problem = (type: string, detail = 'No.') => ({
  json: { errors: [{ detail, type: `https://api.x.com/2/problems/${type}` }] },
});

test.each<[string, FakeResponse]>([
  ['deleted', { json: { data: { deleted: true } } }],
  ['a missing post with status 200', problem('resource-not-found')],
  ['a missing post with status 404', { status: 404, json: { title: 'Not Found' } }],
])('%s counts as removed', async (_name, response) => {
  expect(await remove(response)).toEqual({ outcome: { platformId: '10' }, calls: ['DELETE /2/tweets/10'] });
});

test.each<[string, FakeResponse, string]>([
  ['not deleted', { json: { data: { deleted: false } } }, 'unknown'],
  ['an empty response', { json: {} }, 'unknown'],
  ['a lost response', { status: 503 }, 'unknown'],
  ['a post of another account with status 200', problem('not-authorized-for-resource'), 'forbidden'],
  ['not ours', { status: 403, json: { title: 'Forbidden', detail: 'You are not authorized' } }, 'forbidden'],
])('%s is an error', async (_name, response, kind) => {
  const { outcome } = await remove(response);
  expect(outcome).toBeInstanceOf(PlatformError);
  expect(outcome).toMatchObject({ kind });
});

test('an invalid id causes no call', async () => {
  expect(await remove({}, '../users/1')).toEqual({ outcome: { platformId: '../users/1' }, calls: [] });
});
