import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';

let service: TestService;
let ws: TestWorkspace;
let other: TestWorkspace;

beforeAll(async () => {
  service = await startTestService();
  ws = await service.workspace({ platforms: ['instagram'] });
  other = await service.workspace();
});
afterAll(() => service?.close());

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
