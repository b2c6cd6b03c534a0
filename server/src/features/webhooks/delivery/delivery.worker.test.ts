import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../../test/harness.ts';
import { voidDeliveryLeases } from '../index.ts';
import { addHook, emit, skipPauses, type TestHook } from '../webhooks.fixture.ts';
import { AT_ONCE_START } from './breaker.ts';
import { ATTEMPTS_MAX } from './retry-times.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace();
});
afterAll(() => service?.close());

const received = (hook: TestHook, amount: number) =>
  until(async () => {
    const got = await hook.received();
    return got.length >= amount && got;
  }, `${hook.url} got ${amount}`);

/** The only delivery of an endpoint, after the check holds. */
const delivery = (workspace: TestWorkspace, hook: TestHook, check: (delivery: Body) => boolean, what: string) =>
  until(async () => {
    const [row] = (await workspace.api.get(`/v1/webhooks/${hook.id}/deliveries`)).body.data;
    return (
      row !== undefined && check(row) && (await workspace.api.get(`/v1/webhooks/${hook.id}/deliveries/${row.id}`)).body
    );
  }, what);

const running = async (hook: TestHook) =>
  (
    await service.sql(`select count(*)::int as n from deliveries where endpoint_id = $1 and due_at = 'infinity'`, [
      hook.id,
    ])
  )[0].n;

/** Leaves the only delivery of an endpoint as a killed worker does. */
const abandon = async (hook: TestHook, attempt: number) => {
  await service.sql(
    `update deliveries set attempt = $2, due_at = 'infinity', lease_until = now() - interval '1 second' where endpoint_id = $1`,
    [hook.id, attempt],
  );
  await service.sql('update webhook_endpoints set is_active = true where id = $1', [hook.id]);
  await service.sql('update delivery_queues set next_due_at = now() where endpoint_id = $1', [hook.id]);
};

/** A disabled endpoint with one waiting delivery. */
const waitingHook = async (workspace: TestWorkspace) => {
  const hook = await addHook(workspace);
  await emit(service, workspace);
  await received(hook, 1);
  await delivery(workspace, hook, ({ status }) => status === 'success', 'it is settled');
  await service.sql('update webhook_endpoints set is_active = false where id = $1', [hook.id]);
  return hook;
};

test('a message is signed for both families and carries the event', async () => {
  const hook = await addHook(ws);
  await emit(service, ws);
  const [got] = await received(hook, 1);
  expect(got).toMatchObject({ event: 'comment.received', verified: true, verified_compat: true });
  expect(got.body).toMatchObject({
    event: 'comment.received',
    data: { content: { text: 'Grüße 🙂' } },
    livemode: false,
  });
  expect(got.id).toBe(got.body.id);
  const { payload, id } = await delivery(ws, hook, ({ status }) => status === 'success', 'it is settled');
  expect(payload).toEqual(got.body);
  expect(got.headers['x-socialapi-delivery']).toBe(id);
  const feed = (await ws.api.get('/v1/events?action=comment.received&limit=1')).body.data[0];
  expect(feed).toMatchObject({ id: got.id, metadata: got.body.data });
  expect(() => new Webhook(hook.secret).verify('{}', got.headers)).toThrow();
});

test('only subscribed events come', async () => {
  const own = await service.workspace();
  const [comments, posts] = [await addHook(own), await addHook(own, ['post.published'])];
  await emit(service, own, 2);
  await received(comments, 2);
  expect(await posts.received()).toEqual([]);
});

describe('failure', () => {
  test('is retried after a pause, with the same id and a new timestamp', async () => {
    const own = await service.workspace();
    const hook = await addHook(own);
    await hook.behave({ status: 500, times: 1 });
    await emit(service, own);
    const failed = await delivery(
      own,
      hook,
      ({ attempt_count }) => attempt_count === 1,
      'the first attempt is settled',
    );
    await until(async () => (await running(hook)) === 0, 'it waits');
    const waiting = (await own.api.get(`/v1/webhooks/${hook.id}/deliveries/${failed.id}`)).body;
    expect(waiting).toMatchObject({
      status: 'pending',
      response_status_code: 500,
      attempts: [{ reason: 'status', error_message: 'the endpoint answered 500 Internal Server Error' }],
    });
    const pause = Date.parse(waiting.next_attempt_at) - Date.parse(waiting.attempts[0].created_at);
    expect(pause).toBeGreaterThan(23_900);
    expect(pause).toBeLessThan(36_100);

    await skipPauses(service);
    const sent = await received(hook, 2);
    expect(sent[0].id).toBe(sent[1].id);
    expect(sent[0].body).toEqual(sent[1].body);
    expect(sent[1]).toMatchObject({ verified: true });
    const done = await delivery(own, hook, ({ status }) => status === 'success', 'the second attempt succeeds');
    expect(done.attempts.map((attempt: Body) => attempt.status_code)).toEqual([500, 200]);
    const [{ failing_since: since }] = await service.sql('select failing_since from webhook_endpoints where id = $1', [
      hook.id,
    ]);
    expect(since).toBeNull();
  });

  test('waits as long as Retry-After asks, within reason', async () => {
    const own = await service.workspace();
    const hook = await addHook(own);
    await hook.behave({ status: 429, retry_after: 50 });
    await emit(service, own);
    await delivery(own, hook, ({ attempt_count }) => attempt_count === 1, 'the attempt is counted');
    await until(async () => (await running(hook)) === 0, 'it failed');
    const { attempts, next_attempt_at: next } = await delivery(own, hook, () => true, 'it waits');
    expect((Date.parse(next) - Date.parse(attempts[0].created_at)) / 1000).toBeCloseTo(50, 0);
  });

  test('is final after the last attempt and may be retried by hand', async () => {
    const own = await service.workspace();
    const hook = await addHook(own);
    await hook.behave({ status: 500 });
    await emit(service, own);
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      await delivery(own, hook, (row) => row.attempt_count === attempt, `attempt ${attempt} is counted`);
      await until(async () => (await running(hook)) === 0, 'it is settled');
      await skipPauses(service);
    }
    const failed = await delivery(own, hook, ({ status }) => status === 'failed', 'it is given up');
    expect(failed.attempts).toHaveLength(ATTEMPTS_MAX);
    expect(failed).not.toHaveProperty('next_attempt_at');

    await hook.behave({});
    await own.api.post(`/v1/webhooks/${hook.id}/deliveries/${failed.id}/retry`);
    const done = await delivery(own, hook, ({ status }) => status === 'success', 'the retry succeeds');
    expect(done.attempt_count).toBe(ATTEMPTS_MAX + 1);
  });

  test('410 disables the endpoint with an event, and keeps waiting deliveries until it is enabled', async () => {
    const own = await service.workspace();
    const [hook, watcher] = [await addHook(own), await addHook(own, ['webhook.disabled'])];
    await hook.behave({ status: 410 });
    await emit(service, own);
    const [said] = await received(watcher, 1);
    expect(said.body).toMatchObject({
      event: 'webhook.disabled',
      data: { webhook_id: hook.id, url: hook.url, reason: 'gone' },
    });
    expect((await own.api.get(`/v1/webhooks/${hook.id}`)).body).toMatchObject({
      is_active: false,
      disabled_reason: 'gone',
    });
    await delivery(own, hook, ({ status }) => status === 'failed', 'the delivery has failed');
    const event = (await own.api.get('/v1/events?action=webhook.disabled')).body.data[0];
    expect(event).toMatchObject({ status: 'failed', resource_id: hook.id, category: 'accounts' });

    await emit(service, own);
    await hook.behave({});
    const { body } = await own.api.patch(`/v1/webhooks/${hook.id}`, { is_active: true });
    expect(body).not.toHaveProperty('disabled_reason');
    await emit(service, own);
    await received(hook, 2);
  });

  test('for five days disables the endpoint', async () => {
    const own = await service.workspace();
    const hook = await addHook(own);
    await hook.behave({ status: 500 });
    await emit(service, own);
    await delivery(own, hook, ({ attempt_count }) => attempt_count === 1, 'the first attempt');
    await until(async () => (await running(hook)) === 0, 'it is settled');
    await service.sql(`update webhook_endpoints set failing_since = failing_since - interval '5 days' where id = $1`, [
      hook.id,
    ]);
    await skipPauses(service);
    const disabled = await until(async () => {
      const { body } = await own.api.get(`/v1/webhooks/${hook.id}`);
      return !body.is_active && body;
    }, 'it is disabled');
    expect(disabled.disabled_reason).toBe('failing');
    expect((await delivery(own, hook, () => true, 'it is kept')).status).toBe('pending');

    await hook.behave({});
    await own.api.patch(`/v1/webhooks/${hook.id}`, { is_active: true });
    await skipPauses(service);
    await delivery(own, hook, ({ status }) => status === 'success', 'what waited is delivered');
  });
});

describe('fairness', () => {
  test('a slow receiver takes the slots of a start and keeps no other endpoint waiting', async () => {
    const own = await service.workspace();
    const [slow, fast] = [await addHook(own), await addHook(own)];
    await slow.behave({ hold: true });
    await emit(service, own, 20);
    await received(slow, AT_ONCE_START);
    await received(fast, 20);
    expect(await running(slow)).toBe(AT_ONCE_START);
    expect(await slow.received()).toHaveLength(AT_ONCE_START);
    await slow.behave({});
    await received(slow, 20);
  });

  test('a tenant with many slow receivers leaves room for others', async () => {
    const [greedy, modest] = [await service.workspace(), await service.workspace()];
    const slow = await Promise.all(Array.from({ length: 20 }, () => addHook(greedy)));
    await Promise.all(slow.map((hook) => hook.behave({ hold: true })));
    const hook = await addHook(modest);
    const slotsTaken = async () => (await Promise.all(slow.map(running))).reduce((sum, n) => sum + n, 0);
    await emit(service, greedy, AT_ONCE_START);
    await until(async () => (await slotsTaken()) === 128, 'it takes its half');
    await emit(service, modest);
    await received(hook, 1);
    expect(await slotsTaken()).toBe(128);
    await Promise.all(slow.map((each) => each.behave({})));
    await Promise.all(slow.map((each) => received(each, AT_ONCE_START)));
  });
});

describe('leases', () => {
  test('a killed worker loses its delivery at the end of the lease, and the lost attempt is recorded', async () => {
    const own = await service.workspace();
    const hook = await waitingHook(own);
    await service.sql(`update deliveries set status = 'pending' where endpoint_id = $1`, [hook.id]);
    await abandon(hook, 2);
    await received(hook, 2);
    const done = await delivery(
      own,
      hook,
      ({ attempt_count, status }) => attempt_count === 3 && status === 'success',
      'taken over',
    );
    expect(done.attempts).toMatchObject([
      { attempt_number: 1, status_code: 200 },
      { attempt_number: 2, error_message: 'the service stopped before it could record the answer' },
      { attempt_number: 3, status_code: 200 },
    ]);
  });

  test('a delivery that keeps killing its workers fails after its last attempt', async () => {
    const own = await service.workspace();
    const hook = await waitingHook(own);
    await service.sql(`update deliveries set status = 'pending' where endpoint_id = $1`, [hook.id]);
    await abandon(hook, ATTEMPTS_MAX);
    await delivery(own, hook, ({ status }) => status === 'failed', 'it is given up');
    expect(await hook.received()).toHaveLength(1);
  });

  test('a worker that lost its delivery writes nothing', async () => {
    const own = await service.workspace();
    const hook = await addHook(own);
    await hook.behave({ hold: true, times: 1 });
    await emit(service, own);
    await received(hook, 1);
    await abandon(hook, 5);
    await delivery(own, hook, ({ attempt_count, status }) => attempt_count === 6 && status === 'success', 'taken over');
    await hook.behave({});
    // Results are settled in turn, so this one comes after the late one.
    const other = await addHook(own);
    await emit(service, own);
    await delivery(own, other, ({ status }) => status === 'success', 'it is settled');
    const { data } = (await own.api.get(`/v1/webhooks/${hook.id}/deliveries`)).body;
    const done = (await own.api.get(`/v1/webhooks/${hook.id}/deliveries/${data.at(-1).id}`)).body;
    expect(done).toMatchObject({ attempt_count: 6, status: 'success' });
    expect(done.attempts.map((attempt: Body) => attempt.attempt_number)).toEqual([5, 6]);
  });

  test('a start ends the leases of a killed service', async () => {
    const own = await service.workspace();
    const hook = await waitingHook(own);
    await service.sql(
      `update deliveries set status = 'pending', due_at = 'infinity', lease_until = now() + interval '1 hour' where endpoint_id = $1`,
      [hook.id],
    );
    await service.sql('update webhook_endpoints set is_active = true where id = $1', [hook.id]);
    await voidDeliveryLeases(service.app.db.system);
    await received(hook, 2);
  });
});

test('a delivery of an event past its retention fails without a call', async () => {
  const own = await service.workspace();
  const hook = await waitingHook(own);
  const { id } = await delivery(own, hook, () => true, 'shown');
  await service.sql('delete from events where tenant_id = $1', [own.tenantId]);
  await service.sql(`update deliveries set status = 'pending', due_at = now() where id = $1`, [id]);
  await own.api.patch(`/v1/webhooks/${hook.id}`, { is_active: true });
  const failed = await delivery(own, hook, ({ status }) => status === 'failed', 'it has failed');
  expect(failed.attempts[1].error_message).toContain('past its retention');
  expect(failed).not.toHaveProperty('payload');
  expect(await hook.received()).toHaveLength(1);
});

test('a deleted endpoint gets nothing more', async () => {
  const own = await service.workspace();
  const hook = await waitingHook(own);
  await emit(service, own, 3);
  await own.api.delete(`/v1/webhooks/${hook.id}`);
  await emit(service, own, 3);
  const rows = await service.sql('select due_at from deliveries where endpoint_id = $1 and due_at is not null', [
    hook.id,
  ]);
  expect(rows).toEqual([]);
  expect(await hook.received()).toHaveLength(1);
});

test('an endpoint that is deleted during a delivery keeps the failure, whatever the answer', async () => {
  const own = await service.workspace();
  const hook = await addHook(own);
  await hook.behave({ hold: true });
  await emit(service, own, AT_ONCE_START + 2);
  await received(hook, AT_ONCE_START);
  await own.api.delete(`/v1/webhooks/${hook.id}`);
  await hook.behave({});
  const left = async () =>
    service.sql(
      `select d.status, d.due_at, count(a.*)::int as attempts from deliveries d
        left join delivery_attempts a on a.tenant_id = d.tenant_id and a.delivery_id = d.id
        where d.endpoint_id = $1 group by d.id, d.status, d.due_at`,
      [hook.id],
    );
  // Results are settled in turn, so this one comes after those.
  const other = await addHook(own);
  await emit(service, own);
  await delivery(own, other, ({ status }) => status === 'success', 'it is settled');
  expect(await left()).toEqual(
    Array.from({ length: AT_ONCE_START + 2 }, () => ({ status: 'failed', due_at: null, attempts: 0 })),
  );
  expect(await hook.received()).toHaveLength(AT_ONCE_START);
});

test('an endpoint that is switched off while deliveries wait keeps them with their attempts', async () => {
  const own = await service.workspace();
  const hook = await addHook(own);
  await hook.behave({ status: 500 });
  await emit(service, own, 3);
  await received(hook, 3);
  await until(async () => (await running(hook)) === 0, 'they wait');
  await own.api.patch(`/v1/webhooks/${hook.id}`, { is_active: false });
  await skipPauses(service);
  // Another endpoint shows that the worker has been round.
  const other = await addHook(own);
  await emit(service, own);
  await received(other, 1);
  const states = await service.sql('select status, attempt from deliveries where endpoint_id = $1', [hook.id]);
  expect(states).toEqual(Array.from({ length: 3 }, () => ({ status: 'pending', attempt: 1 })));
  await hook.behave({});
  await own.api.patch(`/v1/webhooks/${hook.id}`, { is_active: true });
  await received(hook, 6);
});

test('a result that finds no room on the disk is not lost for ever: the delivery is made again', async () => {
  const own = await service.workspace();
  const hook = await addHook(own);
  await service.sql('create sequence full_disks');
  await service.sql('grant usage on sequence full_disks to public');
  await service.sql(`create function no_room() returns trigger language plpgsql as $$ begin
    if new.tenant_id = '${own.tenantId}' then
      perform nextval('full_disks');
      raise exception 'could not extend file' using errcode = 'disk_full';
    end if;
    return new;
  end $$`);
  await service.sql(
    'create trigger no_room before insert on delivery_attempts for each row execute function no_room()',
  );
  await emit(service, own);
  await until(async () => (await service.sql('select is_called from full_disks'))[0].is_called, 'there is no room');
  expect(await hook.received()).toHaveLength(1);
  await service.sql('drop trigger no_room on delivery_attempts');
  await abandon(hook, 1);
  const done = await delivery(own, hook, ({ status }) => status === 'success', 'it is made again');
  expect(done.attempts).toMatchObject([{ reason: 'interrupted' }, { status_code: 200 }]);
  const [first, second] = await received(hook, 2);
  expect(second.id).toBe(first.id);
});

test('many writers at once: every event arrives exactly once', async () => {
  const own = await service.workspace();
  const hooks = [await addHook(own), await addHook(own)];
  await Promise.all(Array.from({ length: 30 }, () => emit(service, own, 5)));
  for (const hook of hooks) {
    const got = await received(hook, 150);
    expect(new Set(got.map(({ id }) => id)).size).toBe(150);
    expect(got).toHaveLength(150);
  }
  const queues = await until(async () => {
    const rows = await service.sql('select 1 from delivery_queues where tenant_id = $1 and next_due_at <= now()', [
      own.tenantId,
    ]);
    return rows.length === 0 && rows;
  }, 'the queues rest');
  expect(queues).toEqual([]);
});
