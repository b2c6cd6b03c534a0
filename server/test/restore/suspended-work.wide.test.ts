import { afterAll, beforeAll, expect, test } from 'vitest';
import { consent } from '../../src/features/connecting/consent.fixture.ts';
import { addHook, type TestHook } from '../../src/features/webhooks/webhooks.fixture.ts';
import { type Body, startTestService, type TestService, type TestWorkspace, until } from '../harness.ts';
import { operate } from '../operator.ts';
import { accountOf } from '../steps.ts';
import { type Backup, backUp } from './back-in-time.ts';
import { nextWeek, scenario } from './scenario.ts';

const PLATFORMS = ['twitter', 'instagram'] as const;

let service: TestService;
/** One is released with its deliveries, the other without. */
let kept: TestWorkspace;
let dropped: TestWorkspace;
const hooks = new Map<TestWorkspace, TestHook>();
const exported = new Map<TestWorkspace, string>();
const posts = new Map<TestWorkspace, ReturnType<typeof scenario>>();
let backup: Backup;
let credentials: string;

const postsOf = (ws: TestWorkspace) => posts.get(ws) as ReturnType<typeof scenario>;
const hookOf = (ws: TestWorkspace) => hooks.get(ws) as TestHook;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  for (let n = 0; n < 2; n += 1) {
    const ws = await service.workspace({ platforms: PLATFORMS });
    posts.set(
      ws,
      scenario(() => service, ws),
    );
    hooks.set(ws, await addHook(ws, ['post.published']));
    await postsOf(ws).make('talked about', { publish_now: true }, ['twitter']);
    await postsOf(ws).make('early', { scheduled_at: nextWeek() }, PLATFORMS);
    await postsOf(ws).make('erased', { scheduled_at: nextWeek() }, ['twitter']);
    await postsOf(ws).answerLater('talked about', 'twitter', 'An answer');
  }
  [kept, dropped] = [...posts.keys()] as [TestWorkspace, TestWorkspace];
  backup = await backUp(service);
  await service.sql(`update accounts set not_before = '-infinity'`);
  for (const ws of posts.keys()) {
    await postsOf(ws).publish('early');
    await postsOf(ws).publish('erased');
    await postsOf(ws).remove('erased');
    await until(async () => (await postsOf(ws).replies('twitter')).length === 1, 'the answer is sent');
    await until(async () => (await hookOf(ws).received()).length === 3, 'it is delivered');
  }
  const rejected = { kind: 'expired_token', platform: 'instagram', account: accountOf(kept, 'instagram').platformId };
  await kept.control('POST', 'faults', { ...rejected, times: 0 });
  // One account's tokens cannot be opened, as with a wrong key.
  const spoilt = accountOf(dropped, 'instagram').id;
  await service.restart(async () => {
    await backup.restore();
    [{ credentials }] = (await service.sql('select credentials from accounts where id = $1', [spoilt])) as [Body];
    await service.sql(`update accounts set credentials = 'spoilt' where id = $1`, [spoilt]);
    await service.sql(`update accounts set not_before = '-infinity'`);
  });
  for (const ws of posts.keys()) {
    const { body } = await ws.api.post(`/v1/accounts/${accountOf(ws, 'twitter').id}/export`);
    exported.set(ws, body.id);
  }
}, 180_000);
afterAll(async () => {
  await service?.close();
  await backup?.drop();
});

const findingOf = async (ws: TestWorkspace, platform: string) =>
  (
    await service.sql(
      `select f.finding, f.reason, f.due_at is null as is_decided from restore_findings f join actions x on x.id = f.action_id
        where f.account_id = $1 and x.kind = 'publish'`,
      [accountOf(ws, platform).id],
    )
  )[0];

test('an account that is rejected is looked up after it was reconnected', async () => {
  const { id, platformId } = accountOf(kept, 'instagram');
  await until(async () => (await findingOf(kept, 'instagram')).finding === 'unreadable_account', 'it is rejected');
  const { json, text } = await operate(service, ['restore', 'report', '--workspace', kept.id]);
  expect(json.held.flatMap(({ accounts }: Body) => accounts).map((account: Body) => account.id)).toContain(id);
  expect(text).toContain('Waiting for the account to be reconnected (1)');
  await expect(operate(service, ['restore', 'resume', '--workspace', kept.id, '--yes'])).rejects.toThrow(
    /are not looked up yet.*reconnect the accounts/,
  );
  const { brand_id } = (await kept.api.get(`/v1/accounts/${id}`)).body;
  const { body: login } = await kept.api.post('/v1/accounts/connect', { platform: 'instagram', brand_id });
  await fetch((await consent(login.auth_url, { account: platformId })).url);
  await until(async () => (await findingOf(kept, 'instagram')).finding === 'adopted', 'it is adopted');
  expect(await postsOf(kept).statusesOf('early')).toEqual({ twitter: 'published', instagram: 'published' });
});

test('an account whose lookup ends with an error keeps no other work from being looked up, and is tried again', async () => {
  const told = async () => /ended with an error/.test((await findingOf(dropped, 'instagram')).reason ?? '');
  await until(told, 'the report tells of the error');
  await until(
    async () => (await postsOf(dropped).findingsOf('early')).twitter === 'adopted',
    'the others are looked up',
  );
  await service.sql('update accounts set credentials = $1 where id = $2', [
    credentials,
    accountOf(dropped, 'instagram').id,
  ]);
  await service.sql(`update restore_findings set due_at = now() where due_at is not null`);
  await until(async () => (await findingOf(dropped, 'instagram')).finding === 'adopted', 'it is adopted');
});

test('held deliveries and exports go on after the release, or the deliveries are dropped and can be sent again', async () => {
  for (const ws of posts.keys()) {
    await postsOf(ws).decided();
    // Nothing is left of a post that was deleted on the platform, and no journal tells of it.
    expect(await postsOf(ws).findingsOf('erased')).toEqual({ twitter: 'absent' });
    expect((await ws.api.get(`/v1/exports/${exported.get(ws)}`)).body.status).toBe('pending');
    expect(await hookOf(ws).received()).toHaveLength(3);
  }
  const preview = await operate(service, ['restore', 'resume', '--workspace', kept.id]);
  expect(preview.text).toMatch(/Deliveries: 1, which are sent\. Exports: 1\./);
  await operate(service, ['restore', 'resume', '--workspace', kept.id, '--yes']);
  const drop = ['restore', 'resume', '--workspace', dropped.id, '--drop-deliveries', '--yes'];
  const both = await Promise.allSettled([operate(service, drop), operate(service, drop)]);
  expect(both.map(({ status }) => status)).toContain('fulfilled');
  await until(async () => (await hookOf(kept).received()).length === 4, 'the delivery that waited is sent');
  for (const ws of posts.keys()) {
    const exportOf = async () => (await ws.api.get(`/v1/exports/${exported.get(ws)}`)).body.status;
    await until(async () => (await exportOf()) === 'completed', 'the export is done');
    expect(await postsOf(ws).published('Post early')).toMatchObject({ twitter: '1', instagram: '1' });
    expect(await postsOf(ws).replies('twitter')).toHaveLength(1);
  }
  const deliveries = `/v1/webhooks/${hookOf(dropped).id}/deliveries`;
  const [given] = (await dropped.api.get(`${deliveries}?status=failed`)).body.data;
  expect(await hookOf(dropped).received()).toHaveLength(3);
  expect((await dropped.api.post(`${deliveries}/${given.id}/retry`, {})).status).toBe(200);
  await until(async () => (await hookOf(dropped).received()).length === 4, 'it is sent again');
});
