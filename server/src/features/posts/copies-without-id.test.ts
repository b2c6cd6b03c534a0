import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../../../test/harness.ts';
import { accountOf, callsOf, fault, ledgerOf, targetsOn, waiting } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;
let post: Body;
let count = 0;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace({ platforms: ['telegram'] });
});
afterAll(() => service?.close());

/** A post that is live by its author's word alone: nobody knows what the platform calls it. */
beforeEach(async () => {
  await fault(ws, 'telegram', { kind: 'accept_drop' });
  const sent = { text: `Nobody knows its id ${++count}`, targets: targetsOn(ws, 'telegram'), publish_now: true };
  const { body } = await ws.api.post('/v1/posts', sent, waiting);
  expect(body.targets).toMatchObject([{ status: 'unconfirmed' }]);
  const path = `/v1/posts/${body.id}/targets/${accountOf(ws, 'telegram').id}/resolve`;
  const resolved = await ws.api.post(path, { outcome: 'published' });
  expect(resolved).toMatchObject({ status: 200, body: { status: 'published', targets: [{ status: 'published' }] } });
  post = resolved.body;
});

/** The post is as it was, here and there, and the platform was not even asked. */
async function expectUntouched(): Promise<void> {
  const { body } = await ws.api.get(`/v1/posts/${post.id}`);
  expect(body).toMatchObject({ text: post.text, status: 'published', targets: [{ status: 'published' }] });
  for (const operation of ['delete_post', 'edit_post']) expect(await callsOf(ws, 'telegram', operation)).toEqual([]);
  const texts = (await ledgerOf(ws, 'telegram')).map(({ text }) => text);
  expect(texts).toContain(post.text);
}

test('delete_post reports a copy without an id as not deleted and keeps it', async () => {
  const { status, body } = await ws.api.delete(`/v1/posts/${post.id}`);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      success: false,
      deleted: false,
      results: [
        {
          platform: 'telegram',
          account_id: accountOf(ws, 'telegram').id,
          outcome: 'failed',
          message: expect.stringMatching(/\S/),
        },
      ],
    },
  });
  await expectUntouched();
});

test('unpublish_post rejects a copy without an id and names the platform', async () => {
  const answer = await ws.api.post(`/v1/posts/${post.id}/unpublish`);
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'conflict', error: expect.stringMatching(/telegram/i) },
  });
  await expectUntouched();
});

test('update_post rejects a new text of a copy without an id', async () => {
  const answer = await ws.api.patch(`/v1/posts/${post.id}`, { text: 'Another text' });
  expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
  await expectUntouched();
});
