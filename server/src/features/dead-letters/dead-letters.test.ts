import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { fault, stop, stopInDoubt, targetsOn, waiting } from '../../../test/steps.ts';
import { addHook, type TestHook } from '../webhooks/webhooks.fixture.ts';

let service: TestService;
let ws: TestWorkspace;
let other: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ LOOK_DELAY_FACTOR: '100' });
  ws = await service.workspace({ platforms: ['instagram'] });
  other = await service.workspace();
});
afterAll(() => service?.close());

const fresh = () => service.workspace({ platforms: ['twitter'] });
const read = async (own: TestWorkspace, id: string): Promise<Body> => (await own.api.get(`/v1/posts/${id}`)).body;
const deadOf = async (own: TestWorkspace): Promise<Body[]> => (await own.api.get('/v1/dead')).body.data;

/** A callback that no parser understands any more, after its last attempt. */
async function deadCallback(): Promise<string> {
  const id = `raw_${Math.random().toString(36).slice(2).padEnd(26, '0')}`;
  await service.sql(
    `insert into callbacks (tenant_id, id, account_id, platform, key, payload, due_at, attempt, error) values ($1, $2, $3, 'instagram', $2, '{}', null, 8, 'unreadable')`,
    [ws.tenantId, id, ws.accounts.instagram?.id],
  );
  return id;
}

describe('list_dead', () => {
  test('shows what gave up, newest first, to its owner only', async () => {
    const ids = [await deadCallback(), await deadCallback()];
    const { status, body } = await ws.api.get('/v1/dead?kind=callback');
    expect(status).toBe(200);
    expect(body.data.map((row: Body) => row.id).sort()).toEqual(ids.sort());
    expect(body.data[0]).toMatchObject({
      kind: 'callback',
      platform: 'instagram',
      attempts: 8,
      error: 'unreadable',
      livemode: false,
    });
    expect((await other.api.get('/v1/dead')).body.data).toEqual([]);
    expect((await ws.api.get('/v1/dead?kind=unknown')).body).toMatchObject({
      code: 'invalid_request',
      meta: { field: 'kind' },
    });
  });
});

describe('replay_dead', () => {
  test('works on a callback once more', async () => {
    const id = await deadCallback();
    expect((await ws.api.post(`/v1/dead/${id}/replay`)).body).toEqual({ success: true });
    await until(
      async () =>
        (await service.sql('select 1 from callbacks where id = $1 and due_at is null and error is null', [id]))
          .length === 1,
      'it was read',
    );
    expect((await ws.api.post(`/v1/dead/${id}/replay`)).status).toBe(404);
  });

  test('answers 404 for foreign and unknown ids', async () => {
    const id = await deadCallback();
    expect((await other.api.post(`/v1/dead/${id}/replay`)).status).toBe(404);
    expect((await ws.api.post('/v1/dead/dlv_unknown/replay')).body.code).toBe('not_found');
  });
});

describe('an action that was stopped', () => {
  const postOf = (own: TestWorkspace, text: string, more: object = {}) => ({
    text,
    targets: targetsOn(own, 'twitter'),
    publish_now: true,
    ...more,
  });

  test('is listed when it is a target whose outcome is in doubt', async () => {
    const own = await fresh();
    await fault(own, 'twitter', { kind: 'accept_drop' });
    const { id } = (await own.api.post('/v1/posts', postOf(own, 'No worker survives it'))).body;
    await stopInDoubt(service, id);
    await until(async () => (await read(own, id)).targets[0].status === 'unconfirmed', 'it was stopped');
    const { error } = (await read(own, id)).targets[0];
    expect(error.message).toMatch(/was stopped/);
    expect(await deadOf(own)).toMatchObject([{ kind: 'action', resource_id: id, error: error.message }]);
  });

  test('is answered with 409 and no retry that does not work when it is a part of a thread', async () => {
    const own = await fresh();
    const part = 'No worker survives this part';
    await fault(own, 'twitter', { kind: 'throttle', retry_after_seconds: 600, containing: part });
    const { id } = (await own.api.post('/v1/posts', postOf(own, 'The first part', { segments: [part] }))).body;
    const [segment] = await until(async () => {
      const rows = await service.sql(
        `select a.id, a.account_id from actions a join accounts c on c.id = a.account_id
          where a.post_id = $1 and a.kind = 'segment' and a.claim_count = 0 and c.throttled_at is not null`,
        [id],
      );
      return rows.length > 0 && rows;
    }, 'the part waits for its platform');
    await stop(service, segment);
    await until(async () => (await read(own, id)).status === 'published', 'the thread has ended');
    expect(await deadOf(own)).toMatchObject([{ kind: 'action', id: segment.id, resource_id: id }]);
    expect((await own.api.post(`/v1/posts/${id}/retry`, {})).status).toBe(409);
    const replay = await own.api.post(`/v1/dead/${segment.id}/replay`);
    expect(replay).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(replay.body.error).not.toMatch(/retry/);
  });
});

describe('list_dead leaves out', () => {
  async function failingHook(): Promise<{ own: TestWorkspace; hook: TestHook }> {
    const own = await fresh();
    const hook = await addHook(own, ['post.published']);
    await hook.behave({ status: 500 });
    return { own, hook };
  }

  test('a test of an endpoint that failed', async () => {
    const { own, hook } = await failingHook();
    await own.api.post(`/v1/webhooks/${hook.id}/test`, {});
    const failed = `select 1 from deliveries where endpoint_id = $1 and event_seq = 0 and status = 'failed'`;
    await until(async () => (await service.sql(failed, [hook.id])).length === 1, 'the test has failed');
    expect(await deadOf(own)).toEqual([]);
  });

  test('a delivery whose endpoint was deleted', async () => {
    const { own, hook } = await failingHook();
    await own.api.post(
      '/v1/posts',
      { text: 'Told to nobody', targets: targetsOn(own, 'twitter'), publish_now: true },
      waiting,
    );
    const delivery = async () => {
      const rows = await service.sql('select * from deliveries where endpoint_id = $1 and event_seq > 0', [hook.id]);
      return rows[0] ?? {};
    };
    await until(async () => (await delivery()).attempt === 1, 'it was tried once');
    expect((await own.api.delete(`/v1/webhooks/${hook.id}`)).status).toBe(200);
    await until(async () => (await delivery()).status === 'failed', 'it is given up');
    expect(await deadOf(own)).toEqual([]);
    expect((await own.api.post(`/v1/dead/${(await delivery()).id}/replay`)).status).toBe(404);
    expect(await delivery()).toMatchObject({ status: 'failed', due_at: null });
  });
});
