import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../../../test/harness.ts';
import { accountOf, fault, targetsOn, waiting } from '../../../test/steps.ts';

const DAY_MS = 86_400_000;

describe('tokens that end', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  const refreshes = async (workspace: TestWorkspace, platform: string): Promise<Body[]> => {
    const { calls } = await workspace.control('GET', `calls?platform=${platform}&operation=refresh_token`);
    return calls.filter(({ account }: Body) => account === accountOf(workspace, platform).platformId);
  };
  const rowOf = async (workspace: TestWorkspace, platform: string): Promise<Body> =>
    (await service.sql('select * from accounts where id = $1', [accountOf(workspace, platform).id]))[0];
  const expiring = async ({ api }: TestWorkspace): Promise<Body[]> =>
    (await api.get('/v1/events?action=account.token_expiring')).body.data;
  const looked = (workspace: TestWorkspace, platform: string) =>
    until(async () => (await rowOf(workspace, platform)).token_check_at > new Date(), 'the worker has looked');

  test('are renewed ahead where they must be, once', async () => {
    const workspace = await service.workspace({ platforms: ['instagram'] });
    await looked(workspace, 'instagram');
    const before = await rowOf(workspace, 'instagram');
    await workspace.api.post('/v1/test/clock', { advance: 'P51D' });
    await until(async () => (await rowOf(workspace, 'instagram')).credentials !== before.credentials, 'it is renewed');
    const row = await rowOf(workspace, 'instagram');
    expect(Math.round((row.token_expires_at - Date.now()) / DAY_MS)).toBe(60);
    expect(await refreshes(workspace, 'instagram')).toHaveLength(1);
    expect(await expiring(workspace)).toEqual([]);
  });

  test('are told of a week ahead where nothing else helps, once for each token', async () => {
    const workspace = await service.workspace({ platforms: ['instagram'] });
    const { api } = workspace;
    const { platformId, id } = accountOf(workspace, 'instagram');
    const down = {
      platform: 'instagram',
      account: platformId,
      operation: 'refresh_token',
      kind: 'server_error',
      status: 503,
      times: 0,
    };
    await workspace.control('POST', 'faults', down);
    await api.post('/v1/test/clock', { advance: 'P52D' });
    await until(async () => (await refreshes(workspace, 'instagram')).length > 0, 'it was tried');
    await looked(workspace, 'instagram');
    expect(await expiring(workspace)).toEqual([]);
    await api.post('/v1/test/clock', { advance: 'P2D' });
    await until(async () => (await expiring(workspace)).length > 0, 'the tenant is told');
    await api.post('/v1/test/clock', { advance: 'PT2H' });
    await until(async () => (await refreshes(workspace, 'instagram')).length > 2, 'it is tried again');
    await looked(workspace, 'instagram');
    const [event, ...more] = await expiring(workspace);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ category: 'accounts', account_id: id, platform: 'instagram' });
    expect((await api.get('/v1/webhooks/events')).body.data.map(({ event }: Body) => event)).toContain(
      'account.token_expiring',
    );
    expect((await api.get(`/v1/accounts/${id}`)).body.status).toBe('active');
  });

  test('are renewed once for a hundred requests that meet the end together', async () => {
    const workspace = await service.workspace({ platforms: ['twitter'] });
    const { api } = workspace;
    const targets = targetsOn(workspace, 'twitter');
    const { id } = (await api.post('/v1/posts', { text: 'measured', targets, publish_now: true }, waiting)).body;
    await fault(workspace, 'twitter', { kind: 'expired_token', operation: 'get_post' });
    const answers = await Promise.all(Array.from({ length: 100 }, () => api.get(`/v1/posts/${id}/metrics`)));
    expect(answers.map(({ status, body }) => [status, body.data.targets[0].error])).toEqual(
      Array.from({ length: 100 }, () => [200, undefined]),
    );
    expect(await refreshes(workspace, 'twitter')).toHaveLength(1);
  }, 120_000);

  test('are saved although the database fails meanwhile', async () => {
    const workspace = await service.workspace({ platforms: ['twitter'] });
    const { id } = accountOf(workspace, 'twitter');
    const { credentials } = await rowOf(workspace, 'twitter');
    // The connection is lost, then a statement is stopped; the third time it is saved.
    await service.sql(`create sequence saves`);
    await service.sql(`create function fail_twice() returns trigger language plpgsql security definer as $$
      declare place bigint := nextval('saves');
      begin
        if place = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
        if place = 2 then raise exception using errcode = '57014', message = 'canceling statement'; end if;
        return new;
      end $$`);
    await service.sql(`create trigger fail_twice before update on accounts for each row
      when (old.credentials <> new.credentials and new.credentials <> '') execute function fail_twice()`);
    await fault(workspace, 'twitter', { kind: 'expired_token', operation: 'publish' });
    const publish = async (text: string) =>
      (
        await workspace.api.post(
          '/v1/posts',
          { text, targets: targetsOn(workspace, 'twitter'), publish_now: true },
          waiting,
        )
      ).body.status;
    expect(await publish('With the new token')).toBe('published');
    expect((await service.sql('select last_value::int as saves from saves'))[0].saves).toBe(3);
    expect(await refreshes(workspace, 'twitter')).toHaveLength(1);
    expect((await rowOf(workspace, 'twitter')).credentials).not.toBe(credentials);
    await service.sql('drop trigger fail_twice on accounts');
    await fault(workspace, 'twitter', { kind: 'expired_token', operation: 'publish' });
    expect(await publish('And with the one after it')).toBe('published');
    expect((await workspace.api.get(`/v1/accounts/${id}`)).body.status).toBe('active');
  });

  test('whose renewal is lost on the way leave the account connected or say that it must be connected again', async () => {
    const workspace = await service.workspace({ platforms: ['twitter', 'instagram'] });
    const { api } = workspace;
    // Instagram renews no token of less than a day.
    await api.post('/v1/test/clock', { advance: 'P2D' });
    for (const platform of ['twitter', 'instagram']) {
      const target = { platform, account: accountOf(workspace, platform).platformId };
      await workspace.control('POST', 'faults', { ...target, kind: 'expired_token' });
      await workspace.control('POST', 'faults', { ...target, kind: 'accept_drop', operation: 'refresh_token' });
    }
    const image = { source_type: 'url', source: 'https://simulator.test/files/sample.jpg' };
    const targets = targetsOn(workspace, 'twitter', 'instagram');
    const { body } = await api.post(
      '/v1/posts',
      { text: 'after all', media: [image], targets, publish_now: true },
      waiting,
    );
    await until(
      async () => (await api.get(`/v1/posts/${body.id}`)).body.status !== 'publishing',
      'it has ended',
      60_000,
    );
    const post = (await api.get(`/v1/posts/${body.id}`)).body;
    for (const { platform, account_id, status } of post.targets) {
      const account = (await api.get(`/v1/accounts/${account_id}`)).body;
      expect([platform, status, account.status]).toEqual([
        platform,
        ...(status === 'published' ? ['published', 'active'] : ['failed', 'reconnect_required']),
      ]);
    }
  }, 120_000);
});
