import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Body,
  createClient,
  startTestService,
  type TestService,
  type TestWorkspace,
  until,
} from '../../../../test/harness.ts';
import { hold } from '../../../../test/held-row.ts';
import { furnish } from '../../../../test/isolation.ts';
import { operate } from '../../../../test/operator.ts';
import { rowsOf } from '../../../../test/rows.ts';
import { accountOf, fault, heldCall, image, ledgerOf, makeDue, targetsOn } from '../../../../test/steps.ts';
import { consent, newAccount } from '../../connecting/consent.fixture.ts';
import { stopWorkspace } from './stop-workspace.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
});
afterAll(() => service?.close());

const remove = (ws: TestWorkspace) => ws.liveApi.delete('/v1/users/me');

/** How often access was revoked on a platform. */
async function revocationsOn(ws: TestWorkspace, platform: string): Promise<number> {
  const { calls } = await ws.control('GET', `calls?platform=${platform}&operation=other`);
  return calls.filter(({ path }: Body) => path.includes('revoke')).length;
}

async function keysEnd(ws: TestWorkspace): Promise<void> {
  for (const api of [ws.api, ws.liveApi])
    await until(async () => (await api.get('/v1/users/me')).status === 401, 'the key has ended');
}

/** Lets the 24 hours of a deleted workspace pass, and waits for the purge. */
async function purge(ws: TestWorkspace): Promise<void> {
  await service.sql('update owners set purge_at = now(), due_at = now() where workspace_id = $1', [ws.id]);
  const isGone = async () => (await service.sql('select 1 from workspaces where id = $1', [ws.id])).length === 0;
  await until(isGone, 'the workspace is purged');
}

/** Every row of every table that names one of these words, and every file. */
async function remainsOf(words: readonly string[]): Promise<string[]> {
  const tables = await service.sql(`select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`);
  const parts = tables.map(({ name }) => `select '${name}' as name, t::text as row from ${name} t`);
  const rows = await service.sql(`select * from (${parts.join(' union all ')}) x where x.row ~ $1`, [words.join('|')]);
  const files = await readdir(join(service.dataDir, 'media'), { recursive: true, withFileTypes: true });
  return [
    ...rows.map(({ name, row }) => `${name}: ${row}`),
    ...files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name)),
  ].filter((text) => words.some((word) => text.includes(word)));
}

async function upload({ liveApi, simulatorUrl }: TestWorkspace): Promise<string> {
  const form = new FormData();
  const bytes = await (await fetch(`${simulatorUrl}/files/sample.png`)).blob();
  form.set('file', new Blob([bytes], { type: 'image/png' }), 'logo.png');
  return (await liveApi.post('/v1/media/upload', form)).body.media_id;
}

test('delete_me: keys end, accounts are disconnected and revoked, and after a day nothing is left', async () => {
  const ws = await service.workspace({
    plan: 'enterprise',
    platforms: ['mastodon', 'twitter', 'instagram'],
    approves: true,
  });
  const neighbour = await service.workspace({ platforms: ['mastodon'], approves: true });
  // People belong to the installation; only their memberships end.
  const { user_id: _people, ...things } = await furnish(service, ws, 'leaver');
  await neighbour.api.post('/v1/posts', {
    text: 'I stay',
    targets: targetsOn(neighbour, 'mastodon'),
    publish_now: true,
  });
  await ws.liveApi.patch('/v1/workspace', { logo_media_id: await upload(ws) });
  const [file] = (await ws.liveApi.get('/v1/media')).body.data;
  const { upload_url: uploadUrl } = (
    await ws.liveApi.get('/v1/media/upload-url?media_type=image/png&filename=late.png')
  ).body;
  const { download_url: exported } = (await ws.api.get(`/v1/exports/${things.export_id?.[0]}`)).body;
  const statusesOfLinks = async () => {
    const sent = { method: 'PUT', body: 'png', headers: { 'content-type': 'image/png' } };
    const answers = await Promise.all([fetch(file.url), fetch(exported), fetch(uploadUrl, sent)]);
    return answers.map(({ status }) => status);
  };
  expect([(await fetch(file.url)).status, (await fetch(exported)).status]).toEqual([200, 200]);
  await ws.liveApi.post('/v1/feedback', { type: 'general', message: 'Goodbye' });
  await service.sql(`insert into announcements (id, kind, title, body) values ('ann_x', 'incident', 'T', 'B')`);
  await ws.api.post('/v1/announcements/ann_x/seen');
  const { body: invite } = await ws.api.get(`/v1/invites?brand_id=${things.brand_id?.[0]}`);
  const { id: userId } = (await ws.api.get('/v1/users/me')).body;
  const tenants = (await service.sql('select tenant_id from tenants where workspace_id = $1', [ws.id])).map(
    ({ tenant_id: id }) => id,
  );
  const words = [
    ws.id,
    userId,
    ...tenants,
    ...Object.values(things)
      .flat()
      .filter((id) => id.length > 12),
  ];
  const published = (await ledgerOf(ws, 'mastodon')).length;
  const scheduled = things.post_id?.[2] as string;

  expect(await remove(ws)).toMatchObject({ status: 200, body: { ok: true } });
  await keysEnd(ws);
  const [open] = await service.sql(
    `select count(*)::int as count from accounts where tenant_id = any ($1) and (disconnected_at is null or credentials <> '')`,
    [tenants],
  );
  expect(open.count).toBe(0);
  await until(async () => (await service.sql('select 1 from revocations')).length === 0, 'the access is revoked');
  for (const platform of ['mastodon', 'twitter']) expect(await revocationsOn(ws, platform), platform).toBe(1);
  await makeDue(service, scheduled, accountOf(ws, 'mastodon').id);
  const [post] = await service.sql('select status from posts where id = $1', [scheduled]);
  expect([post.status, (await ledgerOf(ws, 'mastodon')).length]).toEqual(['cancelled', published]);
  const link = await fetch(`${service.url}/invite/${invite.data[0].token}`, { redirect: 'manual' });
  expect(link.status).toBe(410);
  expect(await statusesOfLinks()).toEqual([410, 410, 410]);
  expect((await service.sql('select 1 from posts where tenant_id = any ($1)', [tenants])).length).toBeGreaterThan(2);

  const before = await rowsOf(service, neighbour.tenantId);
  expect((await remainsOf(words)).length).toBeGreaterThan(30);
  await purge(ws);
  expect(await remainsOf(words)).toEqual([]);
  expect(await statusesOfLinks()).toEqual([410, 410, 410]);
  expect(await rowsOf(service, neighbour.tenantId)).toEqual(before);
  expect((await neighbour.api.get('/v1/announcements')).body.data).toMatchObject([{ id: 'ann_x', seen: false }]);
  expect((await fetch(`${service.url}/invite/${invite.data[0].token}`)).status).toBe(404);
});

// LinkedIn cannot revoke access, so only we keep the post back.
test('delete_me: a post that is being prepared does not go out any more', async () => {
  const ws = await service.workspace({ platforms: ['linkedin_page'] });
  await fault(ws, 'linkedin_page', { kind: 'hold', when: 'before', operation: 'upload_media' });
  const options = { text: 'Too late', media: [image], targets: targetsOn(ws, 'linkedin_page'), publish_now: true };
  const { id } = (await ws.api.post('/v1/posts', options)).body;
  const call = await heldCall(ws);
  expect((await remove(ws)).status).toBe(200);
  await ws.control('POST', `held/${call}/release`, {});
  const isSettled = async () => (await service.sql('select status from posts where id = $1', [id]))[0].status;
  await until(async () => (await isSettled()) === 'failed', 'the post is settled');
  expect(await ledgerOf(ws, 'linkedin_page')).toEqual([]);
});

test('a deletion whose process died is finished: accounts are disconnected, their access is revoked', async () => {
  const ws = await service.workspace({ platforms: ['mastodon'] });
  const before = await revocationsOn(ws, 'mastodon');
  await service.sql(
    `update owners set deleted_at = now(), purge_at = now() + interval '1 day', due_at = now() where workspace_id = $1`,
    [ws.id],
  );
  await until(async () => (await revocationsOn(ws, 'mastodon')) > before, 'the access is revoked');
  await until(async () => {
    const [owner] = await service.sql('select due_at = purge_at as waits from owners where workspace_id = $1', [ws.id]);
    return owner.waits;
  }, 'nothing is left to do before the purge');
});

test('a deletion that still runs ends when the workspace is taken back: its accounts stay connected', async () => {
  const ws = await service.workspace({ platforms: ['mastodon'] });
  await service.sql('update owners set deleted_at = now() where workspace_id = $1', [ws.id]);
  const back = await hold(service, 'update owners set deleted_at = null where workspace_id = $1', [ws.id]);
  const stopping = stopWorkspace(service.app.db, ws.id);
  await back.waiting(1);
  await back.release();
  await stopping;
  await until(async () => (await ws.api.get('/v1/accounts')).body.count === 1, 'the account is connected');
});

test.each(['before', 'after'])(
  'an account whose login ends %s its workspace is deleted is not connected',
  async (order) => {
    const ws = await service.workspace();
    const { body } = await ws.api.post('/v1/accounts/connect', { platform: 'instagram' });
    const { platform_id: account } = await newAccount(ws, 'instagram');
    const { url } = await consent(body.auth_url, { account });
    const owner = await hold(service, 'select 1 from owners where workspace_id = $1 for no key update', [ws.id]);
    const requests = [() => fetch(url), () => remove(ws)];
    const answers: Promise<{ status: number }>[] = [];
    for (const request of order === 'before' ? requests : requests.reverse()) {
      answers.push(request());
      await owner.waiting(answers.length);
    }
    await owner.release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(
      order === 'before' ? [200, 200] : [200, 400],
    );
    const isConnected = 'select 1 from accounts where tenant_id = $1 and disconnected_at is null';
    expect(await service.sql(isConnected, [ws.tenantId])).toEqual([]);
  },
);

test('workspaces create, delete and undelete: an operator takes a workspace back until its purge begins', async () => {
  const hubbub = (...args: readonly string[]) => operate(service, args);
  const [ws, other] = [await service.workspace(), await service.workspace()];
  await expect(hubbub('workspaces', 'create', '--name', 'x', '--email', 'nobody')).rejects.toThrow(/e-mail/);
  await service.sql('update owners set email = $2 where workspace_id = $1', [other.id, 'owner@example.com']);
  const isOut = async (key: string) => (await createClient(service.url, key).get('/v1/users/me')).status === 401;
  const { json: deleted, text } = await hubbub('workspaces', 'delete', other.id);
  expect(new Date(deleted.purge_at).getTime() - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
  expect(text).toContain(`workspaces undelete ${other.id}`);
  for (const { key } of [other.api, other.liveApi]) await until(() => isOut(key), 'the key has ended');
  const listed = (await hubbub('workspaces', 'list')).json.find(({ id }: Body) => id === other.id);
  expect(listed).toMatchObject({ email: 'owner@example.com', purge_at: deleted.purge_at });
  for (const command of [['delete'], ['undelete']])
    await expect(hubbub('workspaces', ...command, 'ws_nothing')).rejects.toThrow(/There is no workspace/);
  await expect(hubbub('workspaces', 'delete', other.id)).rejects.toThrow(/is deleted/);
  await expect(hubbub('keys', 'create', '--workspace', other.id, '--mode', 'live')).rejects.toThrow(/is deleted/);
  await expect(hubbub('workspaces', 'undelete', ws.id)).rejects.toThrow(/is not deleted/);

  expect((await hubbub('workspaces', 'undelete', other.id)).text).toContain('must be connected again');
  for (const { key } of [other.api, other.liveApi]) await until(async () => !(await isOut(key)), 'the key works again');
  expect((await other.liveApi.get('/v1/users/me')).body.email).toBe('owner@example.com');
  await service.sql(
    `update owners set deleted_at = now(), purge_at = now(), is_purging = true where workspace_id = $1`,
    [other.id],
  );
  await expect(hubbub('workspaces', 'undelete', other.id)).rejects.toThrow(/has begun/);
});
