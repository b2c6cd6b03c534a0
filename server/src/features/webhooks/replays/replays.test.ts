import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../../test/harness.ts';
import { newId } from '../../../core/ids.ts';
import { addHook, emit, skipPauses, type TestHook } from '../webhooks.fixture.ts';

const DAY_MS = 86_400_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

interface Own {
  readonly ws: TestWorkspace;
  readonly hook: TestHook;
  readonly path: string;
}

async function withHook(events?: readonly string[]): Promise<Own> {
  const ws = await service.workspace();
  const hook = await addHook(ws, events);
  return { ws, hook, path: `/v1/webhooks/${hook.id}` };
}

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const aDay = () => ({ kind: 'all', since: ago(DAY_MS) });
/** So many messages have arrived, and their outcomes are written. */
const isDelivered = ({ hook }: Own, count: number) =>
  until(async () => {
    const got = await hook.received();
    const open = `select from deliveries where endpoint_id = $1 and due_at = 'infinity'`;
    return got.length >= count && (await service.sql(open, [hook.id])).length === 0 && got;
  }, `${count} messages have arrived`);

const stateOf = async ({ ws, path }: Own, id: string): Promise<Body> =>
  (await ws.api.get(`${path}/replays/${id}`)).body;
const reaches = (own: Own, id: string, status: string) =>
  until(async () => {
    const replay = await stateOf(own, id);
    return replay.status === status && replay;
  }, `the replay is ${status}`);

/** Makes the deliveries of an endpoint what they are after their last attempt. */
const giveUp = ({ hook }: Own) =>
  service.sql(
    `update deliveries set status = 'failed', due_at = null, attempt = 9, response_status_code = 500 where endpoint_id = $1`,
    [hook.id],
  );

/** An endpoint with failed deliveries, whose receiver works again. */
async function withFailures(count: number): Promise<Own> {
  const own = await withHook();
  await own.hook.behave({ status: 500 });
  await emit(service, own.ws, count);
  await until(async () => {
    const tried = `select 1 from deliveries where endpoint_id = $1 and attempt = 1 and due_at < 'infinity'`;
    return (await service.sql(tried, [own.hook.id])).length === count;
  }, 'each was tried');
  await giveUp(own);
  await own.hook.behave({});
  return own;
}

describe('create_replay', () => {
  test('of failed deliveries queues each again under its own id, and nothing else', async () => {
    const own = await withFailures(3);
    const { ws, hook, path } = own;
    const failed = (await ws.api.get(`${path}/deliveries?status=failed`)).body.data.map(({ id }: Body) => id);
    const before = await hook.received();
    await emit(service, ws);
    await isDelivered(own, before.length + 1);

    const dryRun = await ws.api.post(`${path}/replays?dry_run=true`, { kind: 'failed', since: ago(DAY_MS) });
    expect(dryRun).toMatchObject({ status: 200, body: { dry_run: true, total: 3, status: 'pending' } });
    expect((await ws.api.get(`${path}/replays`)).body.count).toBe(0);

    const { status, body } = await ws.api.post(`${path}/replays`, { kind: 'failed', since: ago(DAY_MS) });
    expect(status).toBe(202);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^rpl_[0-9a-z]{26}$/),
      webhook_id: hook.id,
      kind: 'failed',
      status: 'pending',
      total: 3,
      queued: 0,
      delivered: 0,
      failed: 0,
      remaining: 3,
      livemode: false,
    });
    expect(body).not.toHaveProperty('completed_at');
    const done = await reaches(own, body.id, 'completed');
    expect(done).toMatchObject({ total: 3, queued: 3, delivered: 3, failed: 0, remaining: 0 });
    expect(done.started_at <= done.completed_at).toBe(true);

    const again = (await hook.received()).slice(before.length + 1);
    const headers = again.map((message: Body) => message.headers['x-socialapi-delivery']);
    expect(headers.sort()).toEqual(failed.sort());
    for (const { id, body: sent } of again)
      expect(before.filter((message: Body) => message.id === id)).toMatchObject([{ body: sent }]);
    const ofReplay = (await ws.api.get(`${path}/deliveries?replay_id=${body.id}`)).body.data;
    expect(ofReplay.map(({ id }: Body) => id).sort()).toEqual(failed);
    expect(ofReplay[0]).toMatchObject({ replay_id: body.id, status: 'success', attempt_count: 10 });
    expect((await ws.api.get(`${path}/replays`)).body.data).toEqual([done]);
  });

  test('of all events sends each once more, with the same id and body, by the filters of today', async () => {
    const own = await withHook(['comment.received']);
    const { ws, hook, path } = own;
    await emit(service, ws, 4);
    const before = await isDelivered(own, 4);
    // An event from a time when nobody subscribed, and one whose delivery is past its retention.
    await service.sql(`delete from deliveries where endpoint_id = $1 and event_seq = 2`, [hook.id]);
    await service.sql(
      `update events set type = 'post.deleted', data = '{"post_id":"post_1","was_status":"draft"}' where tenant_id = $1 and seq = 3`,
      [ws.tenantId],
    );

    const { body } = await ws.api.post(`${path}/replays`, aDay());
    expect(body.total).toBe(3);
    expect(await reaches(own, body.id, 'completed')).toMatchObject({ total: 3, queued: 3, delivered: 3, remaining: 0 });
    const again = (await hook.received()).slice(4);
    const byId = (messages: Body[]) =>
      Object.fromEntries(messages.map(({ id, body: sent, verified }) => [id, { sent, verified }]));
    expect(again).toHaveLength(3);
    expect(byId(before)).toMatchObject(byId(again));

    // Of one type, until a time, and from a log with nothing in it.
    expect((await ws.api.post(`${path}/replays?dry_run=true`, { ...aDay(), until: ago(3_600_000) })).body.total).toBe(
      0,
    );
    await ws.api.patch(path, { events: ['comment.received', 'post.deleted'] });
    const onlyDms = await ws.api.post(`${path}/replays`, { ...aDay(), event_types: ['post.deleted', 'post.deleted'] });
    expect(onlyDms.body).toMatchObject({ total: 1, event_types: ['post.deleted'] });
    await reaches(own, onlyDms.body.id, 'completed');
    const nothing = await ws.api.post(`${path}/replays`, { kind: 'failed', since: ago(DAY_MS) });
    expect(await reaches(own, nothing.body.id, 'completed')).toMatchObject({ total: 0, queued: 0, remaining: 0 });

    // Events of other accounts do not pass the filters of today.
    await service.sql(`update webhook_endpoints set account_ids = '{acc_other}' where id = $1`, [hook.id]);
    expect((await ws.api.post(`${path}/replays?dry_run=true`, aDay())).body.total).toBe(0);
    const filtered = await ws.api.post(`${path}/replays`, { kind: 'all', since: ago(DAY_MS - 1) });
    expect(await reaches(own, filtered.body.id, 'completed')).toMatchObject({ queued: 0 });
    await service.sql('delete from webhook_replays where id = $1', [filtered.body.id]);

    const first = await ws.api.get(`${path}/replays?limit=2`);
    expect(first.body.data.map(({ id }: Body) => id)).toEqual([nothing.body.id, onlyDms.body.id]);
    const rest = await ws.api.get(`${path}/replays?limit=2&cursor=${first.body.cursor}`);
    expect(rest.body.data.map(({ id }: Body) => id)).toEqual([body.id]);
  });

  test('sends an event whose delivery is just being sent in a delivery of its own', async () => {
    const own = await withHook();
    const { ws, hook, path } = own;
    await emit(service, ws, 2);
    await isDelivered(own, 2);
    // As a worker holds it that will never come back.
    await service.sql(
      `update deliveries set status = 'pending', due_at = 'infinity', lease_until = now() + interval '1 hour' where endpoint_id = $1 and event_seq = 1`,
      [hook.id],
    );
    const { body } = await ws.api.post(`${path}/replays`, aDay());
    expect(await reaches(own, body.id, 'completed')).toMatchObject({ queued: 2, delivered: 2 });
    expect((await hook.received()).length).toBe(4);
    expect((await ws.api.get(`${path}/deliveries`)).body.count).toBe(3);
  });

  test('rejects what cannot be replayed, and says why', async () => {
    const own = await withHook();
    const { ws, path } = own;
    const replays = `${path}/replays`;
    for (const [body, field] of [
      [{ since: ago(DAY_MS) }, 'kind'],
      [{ kind: 'some', since: ago(DAY_MS) }, 'kind'],
      [{ kind: 'all' }, 'since'],
      [{ kind: 'all', since: 'yesterday' }, 'since'],
      [{ kind: 'all', since: 5 }, 'since'],
      [{ kind: 'all', since: ago(-DAY_MS) }, 'since'],
      [{ kind: 'all', since: '0001-01-01' }, 'since'],
      [{ ...aDay(), until: ago(2 * DAY_MS) }, 'until'],
      [{ ...aDay(), until: 'now' }, 'until'],
      [{ ...aDay(), event_types: [] }, 'event_types'],
      [{ ...aDay(), event_types: ['comment.recieved'] }, 'event_types'],
      [{ ...aDay(), event_types: ['dm.received'] }, 'event_types'],
      [{ ...aDay(), event_types: 'comment.received' }, 'event_types'],
      [{ ...aDay(), speed: 'fast' }, 'speed'],
    ] as const) {
      const answer = await ws.api.post(replays, body);
      expect([answer.status, answer.body.meta?.field], JSON.stringify(body)).toEqual([400, field]);
    }
    const tooOld = await ws.api.post(replays, { kind: 'all', since: ago(31 * DAY_MS) });
    expect(tooOld).toMatchObject({ status: 400, body: { code: 'invalid_request', meta: { field: 'since' } } });
    const { earliest } = tooOld.body.meta;
    expect((await ws.api.post(`${replays}?dry_run=true`, { kind: 'all', since: earliest })).status).toBe(200);

    await ws.api.patch(path, { is_active: false });
    const paused = await ws.api.post(replays, aDay());
    expect(paused).toMatchObject({ status: 409, body: { code: 'conflict', meta: { status: 'paused' } } });
    await service.sql(`update webhook_endpoints set disabled_reason = 'gone' where id = $1`, [own.hook.id]);
    const disabled = (await ws.api.post(replays, aDay())).body;
    expect([disabled.meta.status, disabled.error]).toEqual(['disabled', expect.stringContaining('410')]);
    for (const unknown of ['wh_00000000000000000000000000', 'x'])
      expect((await ws.api.post(`/v1/webhooks/${unknown}/replays`, aDay())).status).toBe(404);
  });

  test('runs one replay of an endpoint at a time, also when two are asked for at once', async () => {
    const own = await withHook();
    const { ws, hook, path } = own;
    await emit(service, ws);
    await isDelivered(own, 1);
    await hook.behave({ status: 500 });
    const both = await Promise.all([ws.api.post(`${path}/replays`, aDay()), ws.api.post(`${path}/replays`, aDay())]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    const [running, rejected] = both.sort((a, b) => a.status - b.status);
    expect(rejected?.body).toMatchObject({ code: 'conflict', meta: { resource: 'replay', id: running?.body.id } });
    expect((await ws.api.post(`${path}/replays?dry_run=true`, aDay())).status).toBe(409);
    expect((await ws.api.post(`${path}/replays/${running?.body.id}/cancel`)).status).toBe(200);
    expect((await ws.api.post(`${path}/replays`, aDay())).status).toBe(202);
  });
});

describe('a running replay', () => {
  test('goes behind new events', async () => {
    const own = await withHook();
    const { ws, hook, path } = own;
    await emit(service, ws, 40);
    await isDelivered(own, 40);
    await service.sql('update webhook_endpoints set is_active = false where id = $1', [hook.id]);
    await service.sql(
      `update deliveries set status = 'pending', due_at = now() - interval '1 hour', replay_id = $2 where endpoint_id = $1 and event_seq < 40`,
      [hook.id, newId('rpl')],
    );
    const [fresh] = await service.sql(
      `update deliveries set status = 'pending', due_at = now() where endpoint_id = $1 and event_seq = 40 returning id`,
      [hook.id],
    );
    await ws.api.patch(path, { is_active: true });
    const order = (await isDelivered(own, 80)).slice(40).map(({ headers }: Body) => headers['x-socialapi-delivery']);
    // Five are sent at the same time.
    expect(order.indexOf(fresh.id)).toBeLessThan(5);
  });

  test('waits while its endpoint is paused, and ends when it is deleted', async () => {
    const own = await withHook();
    const { ws, hook, path } = own;
    await emit(service, ws, 2);
    await isDelivered(own, 2);
    await hook.behave({ status: 500 });
    const { id } = (await ws.api.post(`${path}/replays`, aDay())).body;
    await until(async () => (await stateOf(own, id)).queued === 2, 'both are queued');
    await ws.api.patch(path, { is_active: false });
    await hook.behave({});
    expect(await stateOf(own, id)).toMatchObject({ status: 'running', remaining: 2, delivered: 0 });
    await ws.api.patch(path, { is_active: true });
    await service.sql('update deliveries set due_at = now() where replay_id = $1 and isfinite(due_at)', [id]);
    await service.sql('update delivery_queues set next_due_at = now() where endpoint_id = $1', [hook.id]);
    await service.sql('update webhook_replays set due_at = now() where id = $1', [id]);
    expect(await reaches(own, id, 'completed')).toMatchObject({ delivered: 2 });

    await hook.behave({ status: 500 });
    const next = (await ws.api.post(`${path}/replays`, aDay())).body;
    await until(async () => (await stateOf(own, next.id)).queued === 2, 'both are queued');
    await ws.api.delete(path);
    await service.sql('update webhook_replays set due_at = now() where id = $1', [next.id]);
    expect(await reaches(own, next.id, 'cancelled')).toMatchObject({ total: 2, queued: 2 });
    expect((await ws.api.get(`${path}/replays`)).status).toBe(404);
  });
});

describe('get_replay, list_replays and cancel_replay', () => {
  test('a cancelled replay ends its waiting deliveries, and new events are sent as before', async () => {
    const own = await withFailures(3);
    const { ws, hook, path } = own;
    await emit(service, ws);
    await until(
      async () => (await ws.api.get(`${path}/deliveries?status=success`)).body.count === 1,
      'one has succeeded',
    );
    await hook.behave({ status: 500 });
    const { id } = (await ws.api.post(`${path}/replays`, aDay())).body;
    await until(async () => (await stateOf(own, id)).queued === 4, 'all are queued');
    const cancelled = await ws.api.post(`${path}/replays/${id}/cancel`);
    expect(cancelled).toMatchObject({
      status: 200,
      body: { id, status: 'cancelled', completed_at: expect.any(String) },
    });
    await until(async () => (await ws.api.get(`${path}/deliveries?status=pending`)).body.count === 0, 'none waits');
    // What had been delivered before the replay still counts as delivered, unless it failed again.
    const { delivered, failed } = await stateOf(own, id);
    expect(delivered + failed).toBe(4);
    expect((await ws.api.post(`${path}/replays/${id}/cancel`)).body).toMatchObject({ status: 'cancelled' });
    await hook.behave({});
    const got = (await hook.received()).length;
    await emit(service, ws);
    await isDelivered(own, got + 1);

    const done = (await ws.api.post(`${path}/replays`, { kind: 'failed', since: ago(DAY_MS) })).body;
    await reaches(own, done.id, 'completed');
    expect(await ws.api.post(`${path}/replays/${done.id}/cancel`)).toMatchObject({
      status: 409,
      body: { code: 'conflict', meta: { id: done.id } },
    });
    for (const unknown of ['rpl_00000000000000000000000000', 'x']) {
      expect((await ws.api.get(`${path}/replays/${unknown}`)).status).toBe(404);
      expect((await ws.api.post(`${path}/replays/${unknown}/cancel`)).status).toBe(404);
    }
    const other = await withHook();
    expect((await ws.api.get(`${other.path}/replays/${id}`)).status).toBe(404);
    expect((await ws.api.get(`${path}/replays?limit=0`)).body.meta.field).toBe('limit');
  });
});

test('a cancelled replay loses no delivery that waited before it', async () => {
  const own = await withHook();
  const { ws, hook, path } = own;
  await hook.behave({ status: 400 });
  await emit(service, ws, 3);
  const triedTimes = (times: number) =>
    until(async () => {
      const tried = `select 1 from deliveries where endpoint_id = $1 and attempt = $2 and due_at < 'infinity'`;
      return (await service.sql(tried, [hook.id, times])).length === 3;
    }, `each was tried ${times} times`);
  await triedTimes(1);
  const { id } = (await ws.api.post(`${path}/replays`, aDay())).body;
  await triedTimes(2);
  await ws.api.post(`${path}/replays/${id}/cancel`);
  await until(async () => (await ws.api.get(`${path}/deliveries?replay_id=${id}`)).body.count === 0, 'it let them go');
  expect((await ws.api.get(`${path}/deliveries?status=pending`)).body.count).toBe(3);
  await hook.behave({});
  await skipPauses(service);
  await until(async () => (await ws.api.get(`${path}/deliveries?status=success`)).body.count === 3, 'all arrive');
});

describe('retry_delivery', () => {
  test('starts the attempts of a delivery that had ended anew', async () => {
    const own = await withFailures(1);
    const { ws, hook, path } = own;
    await hook.behave({ status: 500 });
    const [{ id }] = (await ws.api.get(`${path}/deliveries`)).body.data;
    const retry = () => ws.api.post(`${path}/deliveries/${id}/retry`);
    expect((await retry()).body).toMatchObject({ status: 'pending', attempt_count: 9 });
    const waits = async () => (await ws.api.get(`${path}/deliveries/${id}`)).body;
    expect(
      await until(async () => {
        const delivery = await waits();
        return delivery.attempt_count === 10 && delivery.next_attempt_at !== undefined && delivery;
      }, 'it was tried once more'),
    ).toMatchObject({ status: 'pending' });

    // One that waits is sent now; two at once are one.
    await hook.behave({});
    const both = await Promise.all([retry(), retry()]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await until(async () => (await waits()).status === 'success', 'it has arrived');
  });

  test('survives a worker that is killed in the first attempt after all others', async () => {
    const own = await withFailures(1);
    const { ws, path } = own;
    const [{ id }] = (await ws.api.get(`${path}/deliveries`)).body.data;
    await service.sql(
      `update deliveries set status = 'pending', due_at = 'infinity', lease_until = now() - interval '1 second', attempt = 10, earlier_attempts = 9 where id = $1`,
      [id],
    );
    await service.sql('update delivery_queues set next_due_at = now() where endpoint_id = $1', [own.hook.id]);
    await until(async () => (await ws.api.get(`${path}/deliveries/${id}`)).body.status === 'success', 'it is sent');
  });

  test('is 410 when the event is past its retention', async () => {
    const own = await withFailures(1);
    const { ws, path } = own;
    const [{ id }] = (await ws.api.get(`${path}/deliveries`)).body.data;
    await service.sql('delete from events where tenant_id = $1', [ws.tenantId]);
    expect(await ws.api.post(`${path}/deliveries/${id}/retry`)).toMatchObject({
      status: 410,
      body: { code: 'gone', meta: { resource: 'delivery', id } },
    });
    expect((await ws.api.get(`${path}/deliveries/${id}`)).body.status).toBe('failed');
  });
});
