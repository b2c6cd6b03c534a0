import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { accountOf } from '../../../test/steps.ts';

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());
beforeEach(async () => {
  ws = await service.workspace({ platforms: ['google'] });
});

async function failNext(kind: string, fields: Body): Promise<void> {
  const { platformId: account } = accountOf(ws, 'google');
  await ws.control('POST', 'faults', { platform: 'google', kind, operation: 'other', ...fields, account });
}
const unavailable = (times: number) => failNext('server_error', { status: 503, times });

/** The statuses with which the platform answered revocations. */
async function revocations(): Promise<number[]> {
  const { calls } = await ws.control('GET', 'calls?platform=google&operation=other');
  return calls.filter(({ path }: Body) => path.includes('revoke')).map(({ status }: Body) => status);
}

const rows = () => service.sql('select * from revocations where tenant_id = $1', [ws.tenantId]);
const disconnect = async () =>
  expect((await ws.api.delete(`/v1/accounts/${accountOf(ws, 'google').id}`)).status).toBe(204);
const makeDue = () => service.sql('update revocations set due_at = now() where tenant_id = $1', [ws.tenantId]);
const tried = (failures: number) =>
  until(async () => (await rows())[0]?.failures === failures, `it has failed ${failures} times`);

describe('disconnect_account: the access', () => {
  test('stays noted until the platform has revoked it once, also after the process ended', async () => {
    await unavailable(2);
    await disconnect();
    expect(await revocations()).toEqual([503]);
    expect(await rows()).toMatchObject([{ failures: 0, given_up_at: null, credentials: expect.stringMatching(/./) }]);
    await makeDue();
    await tried(1);
    const [{ due_at: dueAt, error }] = await rows();
    expect(dueAt.getTime()).toBeGreaterThan(Date.now() + 10_000);
    expect(error).not.toBe('');
    await service.restart(async () => makeDue());
    await until(async () => (await rows()).length === 0, 'it is revoked');
    expect(await revocations()).toEqual([503, 503, 200]);
  });

  test('has ended when the platform no longer knows the token', async () => {
    await failNext('body', {
      status: 400,
      body: { error: 'invalid_token', error_description: 'Token expired or revoked' },
    });
    await disconnect();
    expect([await revocations(), await rows()]).toEqual([[400], []]);
  });

  test('is tried for 30 days; then its tokens are deleted, and the row stays', async () => {
    await unavailable(0);
    await disconnect();
    await service.sql(
      `update revocations set due_at = now(), noted_at = now() - interval '31 days' where tenant_id = $1`,
      [ws.tenantId],
    );
    await tried(1);
    expect(await rows()).toMatchObject([{ given_up_at: expect.any(Date), due_at: null, credentials: '' }]);
  });
});

test("a person's access to another product of Google stays until that is disconnected, too", async () => {
  ws = await service.workspace({ platforms: ['google', 'youtube'] });
  const people = await service.sql(`select metadata ->> 'google_person' as id from accounts where tenant_id = $1`, [
    ws.tenantId,
  ]);
  expect(people).toEqual([{ id: expect.stringMatching(/^\d+$/) }, { id: expect.stringMatching(/^\d+$/) }]);
  await disconnect();
  expect(await revocations()).toEqual([200]);

  ws = await service.workspace({ platforms: ['google', 'youtube'] });
  await service.sql(
    `update accounts set metadata = metadata || '{"google_person": "1"}', app_id = 'one' where tenant_id = $1`,
    [ws.tenantId],
  );
  await disconnect();
  expect([await revocations(), await rows()]).toEqual([[], []]);
  await ws.api.delete(`/v1/accounts/${accountOf(ws, 'youtube').id}`);
  const { calls } = await ws.control('GET', 'calls?platform=youtube&operation=other');
  expect(calls.filter(({ path }: Body) => path.includes('revoke'))).toHaveLength(1);
});

test('delete_me: the purge leaves the access of live accounts that no platform has revoked', async () => {
  await unavailable(0);
  await disconnect();
  const [live] = await service.sql(`select tenant_id from tenants where workspace_id = $1 and mode = 'live'`, [ws.id]);
  await service.sql(
    `insert into revocations (tenant_id, id, platform, platform_id, username, metadata, credentials, due_at)
     select $2, id, platform, platform_id, username, metadata, credentials, now() + interval '1 day' from revocations where tenant_id = $1`,
    [ws.tenantId, live.tenant_id],
  );
  await ws.liveApi.delete('/v1/users/me');
  await service.sql('update owners set purge_at = now(), due_at = now() where workspace_id = $1', [ws.id]);
  const isGone = async () => (await service.sql('select 1 from workspaces where id = $1', [ws.id])).length === 0;
  await until(isGone, 'the workspace is purged');
  expect(await rows()).toEqual([]);
  await service.sql('update revocations set due_at = now() where tenant_id = $1', [live.tenant_id]);
  await until(async () => {
    const [row] = await service.sql('select failures from revocations where tenant_id = $1', [live.tenant_id]);
    return row.failures === 1;
  }, 'it is tried again');
});
