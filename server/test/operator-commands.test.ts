import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../src/cli/commands/index.ts';
import { type Parsed, parse } from '../src/cli/parse.ts';
import { toConfig } from '../src/config/config.ts';
import { readEnv } from '../src/config/env.ts';
import { type Body, createClient, startTestService, type TestService, type TestWorkspace, until } from './harness.ts';
import { pagesOf, withNewKey } from './steps.ts';

let service: TestService;
let ws: TestWorkspace;
let other: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  [ws, other] = [await service.workspace(), await service.workspace()];
});
afterAll(() => service?.close());

/** Runs a command of the operator beside the service; gives its text and its JSON. */
async function hubbub(...args: readonly string[]): Promise<{ text: string; json: Body }> {
  const { command, options, words } = parse(args, commands) as Parsed;
  const settings = { DATABASE_URL: service.databaseUrl, DATA_DIR: service.dataDir };
  const { text, json } = await command.run({ options, words, config: toConfig(readEnv(settings)) });
  return { text, json: JSON.parse(JSON.stringify(json)) };
}

const announce = (kind: string, title: string, ...more: readonly string[]) =>
  hubbub('announcements', 'create', '--kind', kind, '--title', title, '--body', `About ${title}`, ...more);

describe('list_announcements, mark_announcement_seen', () => {
  test('every workspace reads what the operator announces, newest first, until it is seen or withdrawn', async () => {
    const link = ['--link-url', 'https://status.example/1', '--link-label', 'Status'];
    const { json: incident } = await announce('incident', 'Slow', ...link);
    const [start, end] = ['2027-01-31T09:00:00Z', '2127-01-31T10:00:00Z'];
    const { json: window } = await announce('maintenance', 'Move', '--window-start', start, '--window-end', end);
    const { json: over } = await announce('maintenance', 'Past', '--window-end', '2020-01-01');
    expect(incident).toMatchObject({ link_url: 'https://status.example/1', link_label: 'Status' });
    const idsOf = async ({ api }: TestWorkspace) =>
      (await pagesOf(api, '/v1/announcements?limit=1')).map(({ id }) => id);
    expect(await idsOf(ws)).toEqual([window.id, incident.id]);
    const { body } = await ws.api.get('/v1/announcements');
    expect(body.data[0]).toEqual({
      ...window,
      window_start: '2027-01-31T09:00:00.000Z',
      window_end: '2127-01-31T10:00:00.000Z',
      seen: false,
      livemode: false,
    });

    const limited = await withNewKey(service, ws, { scopes: ['posts:read'] });
    for (let again = 0; again < 2; again++)
      expect(await limited.api.post(`/v1/announcements/${incident.id}/seen`)).toMatchObject({
        status: 200,
        body: { ok: true },
      });
    const seen = async ({ api }: Pick<TestWorkspace, 'api'>) =>
      (await api.get('/v1/announcements')).body.data.map((item: Body) => item.seen);
    expect([await seen(ws), await seen({ api: ws.liveApi }), await seen(other)]).toEqual([
      [false, true],
      [false, true],
      [false, false],
    ]);
    const { json: listed, text } = await hubbub('announcements', 'list');
    expect(listed.map(({ id, seen_by }: Body) => [id, seen_by])).toEqual([
      [over.id, 0],
      [window.id, 0],
      [incident.id, 1],
    ]);
    expect(text.split('\n')).toHaveLength(3);

    await hubbub('announcements', 'delete', incident.id);
    await expect(hubbub('announcements', 'delete', incident.id)).rejects.toThrow(/no announcement/);
    expect(await idsOf(ws)).toEqual([window.id]);
    for (const id of [incident.id, 'nothing'])
      expect(await ws.api.post(`/v1/announcements/${id}/seen`)).toMatchObject({
        status: 404,
        body: { code: 'not_found', detail_code: 'announcement.not_found' },
      });
  });

  test.each<[string, string, readonly string[]]>([
    ['--kind must be one of', 'news', []],
    ['maintenance only', 'incident', ['--window-end', '2027-01-01']],
    ['must be after', 'maintenance', ['--window-start', '2027-01-02', '--window-end', '2027-01-01']],
    ['must be a time', 'maintenance', ['--window-start', 'tomorrow']],
    ['with https', 'incident', ['--link-url', 'http://status.example']],
    ['with https', 'incident', ['--link-url', 'status']],
    ['needs --link-url', 'incident', ['--link-label', 'Status']],
    ['at most 100 characters', 'incident', ['--link-url', 'https://a.example', '--link-label', 'x'.repeat(101)]],
    ['at most 200 characters', 'incident', ['--title', 'x'.repeat(201)]],
    ['at most 5000 characters', 'incident', ['--body', 'x'.repeat(5001)]],
  ])('announcements create refuses what is wrong: %s', async (reason, kind, more) => {
    const before = (await hubbub('announcements', 'list')).json;
    await expect(announce(kind, 'Wrong', ...more)).rejects.toThrow(reason);
    expect((await hubbub('announcements', 'list')).json).toEqual(before);
  });
});

describe('send_feedback', () => {
  test('the operator reads what customers write', async () => {
    for (const [type, message] of [
      ['bug', 'It broke'],
      ['general', ' Thank you '],
    ])
      expect(await ws.api.post('/v1/feedback', { type, message })).toMatchObject({ status: 200, body: { ok: true } });
    await ws.api.post('/v1/feedback?dry_run=true', { type: 'bug', message: 'Dry' });
    const { json } = await hubbub('feedback', 'list');
    expect(json).toMatchObject([
      { workspace_id: ws.id, type: 'general', message: 'Thank you', email: null },
      { workspace_id: ws.id, type: 'bug', message: 'It broke' },
    ]);
    for (const [body, field] of [
      [{ type: 'praise', message: 'x' }, 'type'],
      [{ type: 'bug', message: ' ' }, 'message'],
      [{ type: 'bug', message: 'x'.repeat(5001) }, 'message'],
      [{ message: 'x' }, 'type'],
    ] as const)
      expect(await ws.api.post('/v1/feedback', body)).toMatchObject({ status: 400, body: { meta: { field } } });
    expect((await hubbub('feedback', 'list')).json).toHaveLength(2);
  });
});

test('workspaces create, delete and undelete', async () => {
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
  await until(async () => !(await isOut(other.api.key)), 'the key works again');
  expect((await other.liveApi.get('/v1/users/me')).body.email).toBe('owner@example.com');
  await service.sql(
    `update owners set deleted_at = now(), purge_at = now(), is_purging = true where workspace_id = $1`,
    [other.id],
  );
  await expect(hubbub('workspaces', 'undelete', other.id)).rejects.toThrow(/has begun/);
});
