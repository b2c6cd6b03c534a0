import { expect, test } from 'vitest';
import { PlatformError } from '../../core/platform-error.ts';
import { type FakeAnswer, fakeSession } from '../meta/session.fake.ts';
import { removal } from './removal.ts';

async function remove(answer: FakeAnswer, platformId = '10') {
  const { session, calls } = fakeSession(() => answer);
  const outcome = await removal
    .send({ ...session, hosts: { api: 'https://x.test' } }, { platformId }, {}, 'key')
    .catch((error: PlatformError) => error);
  return { outcome, calls: calls() };
}

const problem = (type: string, detail = 'No.') => ({
  json: { errors: [{ detail, type: `https://api.x.com/2/problems/${type}` }] },
});

test.each<[string, FakeAnswer]>([
  ['deleted', { json: { data: { deleted: true } } }],
  ['gone, told with status 200', problem('resource-not-found')],
  ['gone, told with status 404', { status: 404, json: { title: 'Not Found' } }],
])('%s is done', async (_name, answer) => {
  expect(await remove(answer)).toEqual({ outcome: { platformId: '10' }, calls: ['DELETE /2/tweets/10'] });
});

test.each<[string, FakeAnswer, string]>([
  ['not deleted', { json: { data: { deleted: false } } }, 'unknown'],
  ['an answer that says nothing', { json: {} }, 'unknown'],
  ['a lost answer', { status: 503 }, 'unknown'],
  ['not ours, told with status 200', problem('not-authorized-for-resource'), 'forbidden'],
  ['not ours', { status: 403, json: { title: 'Forbidden', detail: 'You are not authorized' } }, 'forbidden'],
])('%s is an error', async (_name, answer, kind) => {
  const { outcome } = await remove(answer);
  expect(outcome).toBeInstanceOf(PlatformError);
  expect(outcome).toMatchObject({ kind });
});

test('an id that X cannot have reaches no address', async () => {
  expect(await remove({}, '../users/1')).toEqual({ outcome: { platformId: '../users/1' }, calls: [] });
});
