import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { holdRow } from '../../../test/held-row.ts';
import { accountOf, eventsOf, ledgerOf, makeDue, shortly, targetsOn, unpause } from '../../../test/steps.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

const fresh = () => service.workspace({ platforms: ['twitter', 'mastodon'] });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const read = async (ws: TestWorkspace, id: string): Promise<Body> => (await ws.api.get(`/v1/posts/${id}`)).body;
const statusesOf = ({ targets }: Body) => targets.map(({ status }: Body) => status);
const isClaimed = (id: string) => async () =>
  (await service.sql(`select 1 from actions where post_id = $1 and status = 'publishing'`, [id])).length > 0;

/** A scheduled post whose second target has a time of its own, much later. */
async function schedule(ws: TestWorkspace, text: string): Promise<Body> {
  const [soon, late] = targetsOn(ws, 'twitter', 'mastodon');
  const targets = [soon, { ...late, scheduled_at: inHours(100) }];
  const { body } = await ws.api.post('/v1/posts', { text, targets, scheduled_at: inHours(1) });
  expect(body.status).toBe('scheduled');
  return body;
}

describe('a scheduled post whose first target failed before it was sent', () => {
  const causes = {
    'its account must be reconnected': (ws: TestWorkspace) =>
      service.sql(`update accounts set status = 'reconnect_required' where id = $1`, [accountOf(ws, 'twitter').id]),
    'it was picked up too often': (_: TestWorkspace, id: string) =>
      service.sql('update actions set claim_count = 20 where post_id = $1', [id]),
  };

  for (const [cause, prepare] of Object.entries(causes)) {
    async function begin(): Promise<{ ws: TestWorkspace; id: string }> {
      const ws = await fresh();
      const { id } = await schedule(ws, `Begun: ${cause}`);
      await prepare(ws, id);
      await makeDue(service, id, accountOf(ws, 'twitter').id);
      const failed = async () => (await read(ws, id)).targets[0].status === 'failed';
      await until(failed, 'the first target has failed');
      return { ws, id };
    }

    test(`is publishing, and its waiting target cannot be deleted (${cause})`, async () => {
      const { ws, id } = await begin();
      expect((await read(ws, id)).status).toBe('publishing');
      expect(await ws.api.delete(`/v1/posts/${id}?platform=mastodon`)).toMatchObject({
        status: 409,
        body: { code: 'conflict', detail_code: 'post.state_invalid' },
      });
      expect(statusesOf(await read(ws, id))).toEqual(['failed', 'pending']);
    });

    test(`ends when the account of the waiting target is disconnected (${cause})`, async () => {
      const { ws, id } = await begin();
      expect((await ws.api.delete(`/v1/accounts/${accountOf(ws, 'mastodon').id}`)).status).toBe(204);
      await until(async () => (await read(ws, id)).status === 'failed', 'the post has ended');
      expect(statusesOf(await read(ws, id))).toEqual(['failed', 'failed']);
      const types = (await eventsOf(ws.api, id)).map(({ type }) => type);
      expect(types.filter((type) => type === 'post.failed')).toHaveLength(1);
    });
  }
});

describe('between a worker’s claim of a target and the start of its post', () => {
  test('delete_post that comes first removes the target: nothing is sent, and the post waits for the others', async () => {
    const ws = await fresh();
    const { id } = await schedule(ws, 'Taken back in time');
    const [target] = await service.sql('select id from actions where post_id = $1 and account_id = $2', [
      id,
      accountOf(ws, 'twitter').id,
    ]);
    const account = accountOf(ws, 'twitter').id;
    await service.sql(`update accounts set next_due_at = now() + interval '1 second' where id = $1`, [account]);
    await service.sql('update actions set due_at = now() where id = $1', [target.id]);
    const row = await holdRow(service, 'actions', target.id, 'keys');
    const deleting = ws.api.delete(`/v1/posts/${id}?platform=twitter`);
    await row.waiting(1);
    const isDue = async () =>
      (await service.sql('select 1 from accounts where id = $1 and next_due_at < now()', [account])).length > 0;
    await until(isDue, 'a worker would begin the target');
    await row.release();
    expect(await deleting).toMatchObject({ status: 200, body: { success: true, deleted: false } });
    // Ends when the worker has.
    await service.restart(async () => {});
    expect(await ledgerOf(ws, 'twitter')).toEqual([]);
    const after = await read(ws, id);
    expect([after.status, ...statusesOf(after)]).toEqual(['scheduled', 'pending']);
  });

  test('publish_post is rejected, because the post starts anyway', async () => {
    const ws = await fresh();
    const sent = { text: 'Begins anyway', targets: targetsOn(ws, 'twitter'), scheduled_at: inHours(1) };
    const { id } = (await ws.api.post('/v1/posts', sent)).body;
    const row = await holdRow(service, 'posts', id);
    const publishing = ws.api.post(`/v1/posts/${id}/publish`);
    await row.waiting(1);
    await makeDue(service, id, accountOf(ws, 'twitter').id);
    await until(isClaimed(id), 'a worker has the target');
    await row.release();
    expect(await publishing).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await until(async () => (await read(ws, id)).status === 'published', 'it is published');
    expect(await ledgerOf(ws, 'twitter')).toHaveLength(1);
  });
});

test('update_post changes text and hidden of a post that is overdue because its account is paused', async () => {
  const ws = await fresh();
  await service.sql(`update accounts set not_before = now() + interval '1 hour' where id = $1`, [
    accountOf(ws, 'twitter').id,
  ]);
  const sent = { text: 'Overdue', targets: targetsOn(ws, 'twitter') };
  const { body: post } = await shortly((at) => ws.api.post('/v1/posts', { ...sent, scheduled_at: at }));
  await until(async () => Date.parse(post.scheduled_at) < Date.now(), 'its time has come');
  const patch = (change: object) => ws.api.patch(`/v1/posts/${post.id}`, change);
  const text = 'Overdue and corrected';
  expect(await patch({ text })).toMatchObject({ status: 200, body: { status: 'scheduled', text } });
  expect(await patch({ hidden: true })).toMatchObject({ status: 200, body: { status: 'scheduled', hidden: true } });
  await unpause(service, ws);
  await until(async () => (await read(ws, post.id)).status === 'published', 'it is published after the pause');
  expect((await ledgerOf(ws, 'twitter')).map((entry) => entry.text)).toEqual([text]);
});
