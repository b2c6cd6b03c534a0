import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { commands } from '../src/cli/commands/index.ts';
import { helpOf } from '../src/cli/help.ts';
import { type Parsed, parse } from '../src/cli/parse.ts';
import { toConfig } from '../src/config/config.ts';
import { readEnv } from '../src/config/env.ts';
import { VERSION } from '../src/config/version.ts';
import { connectors } from '../src/connectors/index.ts';
import { isApiKey } from '../src/lib/api-key.ts';
import { printable } from '../src/lib/printable.ts';
import { type Body, createClient, until } from './harness.ts';
import {
  hubbub,
  initialisedFolder,
  postgresOf,
  startService,
  temporaryFolder,
  useProcesses,
} from './start/processes.fixture.ts';

useProcesses();

const PLATFORMS = Object.keys(connectors).sort();

/** The JSON of a command in a process of its own. */
async function json(words: readonly string[], settings: Record<string, string>): Promise<Body> {
  const { code, out, err } = await hubbub([...words, '--json'], settings);
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out);
}

/** The JSON of a command in this process. */
async function jsonHere(args: readonly string[], settings: Record<string, string>): Promise<Body> {
  const { command, options, words } = parse(args, commands) as Parsed;
  const { exitCode = 0, json } = await command.run({
    options,
    words,
    config: toConfig(readEnv(settings)),
    print: () => {},
    note: () => {},
  });
  expect(exitCode).toBe(0);
  return JSON.parse(JSON.stringify(json));
}

describe('the command line', () => {
  const rejection = (line: string) => {
    try {
      parse(line.split(' ').filter(Boolean), commands);
      return 'understood';
    } catch (error) {
      return (error as Error).message;
    }
  };

  test.each([
    [
      'workspaces crate --name x',
      'There are: workspaces create, workspaces list, workspaces delete, workspaces undelete, workspaces export, workspaces import.',
    ],
    ['workspace create', 'Did you mean: workspaces create?'],
    ['keys --mode test', 'needs a second word: keys list, keys create, keys rotate, keys revoke.'],
    ['workspaces crate --name x', 'Did you mean: workspaces create?'],
    ['help doctr', 'Did you mean: doctor?'],
    ['help keys creat', 'Did you mean: keys create?'],
    ['backup', 'backup needs <folder or s3://bucket/prefix>.'],
    ['--version doctor', 'A command must come first.'],
    ['doctr', 'Did you mean: doctor?'],
    ['--json doctor', 'A command must come first.'],
    ['keys create --mod test', 'keys create has no option --mod. Did you mean --mode?'],
    ['keys create --workspace w --mode tets', '--mode must be one of test, live, not "tets". Did you mean test?'],
    ['keys create --mode test', '--workspace W is missing'],
    ['keys create --mode', "'--mode <value>' argument missing"],
    ['workspaces create --name x --plan gold', '--plan must be one of free, starter, pro, business, enterprise'],
    ['workspaces create --name=', '--name must not be empty.'],
    ['plans set --workspace w', '--plan P is missing'],
    ['keys revoke', 'keys revoke needs <id or key>.'],
    ['keys revoke a b', 'does not take the word "b".'],
    ['doctor --json=yes', "'--json' does not take an argument"],
  ])('%s', (line, words) => expect(rejection(line)).toContain(words));

  test.each([
    ['backup list x', 'backup list'],
    ['backup verify x', 'backup verify'],
    ['backup x', 'backup'],
    ['restore report', 'restore report'],
    ['restore x', 'restore'],
  ])('the longest name wins, whatever the order of the commands: %s', (line, name) => {
    for (const list of [commands, commands.toReversed()])
      expect(parse(line.split(' '), list)).toMatchObject({ command: { name } });
  });

  test('questions are answered, whichever way they are asked', () => {
    const all = { asks: 'help', about: '' };
    for (const line of [[], ['--help'], ['-h'], ['help'], ['--json', '--help']])
      expect(parse(line, commands)).toEqual(all);
    const keys = { asks: 'help', about: 'keys' };
    for (const line of [['keys'], ['keys', '--help'], ['help', 'keys'], ['keys', '--json']])
      expect(parse(line, commands)).toEqual(keys);
    expect(helpOf('keys', commands)).toContain('keys revoke <id or key>');
    expect(helpOf('keys', commands)).not.toContain('doctor');
    expect(helpOf('backup', commands)).toContain('backup verify <location or backup>');
    expect(parse(['--version'], commands)).toEqual({ asks: 'version' });
  });

  test('every example is understood', () => {
    const wordsOf = (text: string) =>
      [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
    for (const { name, example } of commands) {
      const parsed = parse([...name.split(' '), ...wordsOf(example)], commands);
      expect((parsed as Parsed).command.name).toBe(name);
    }
  });
});

test('every command has its help', () => {
  for (const { name, options } of commands) {
    expect(parse([...name.split(' '), '--help'], commands)).toEqual({ asks: 'help', about: name });
    const help = helpOf(name, commands);
    for (const part of [`Usage: npm run hubbub -- ${name}`, 'Options:', 'Exit codes:', 'Example:', '--json'])
      expect(help).toContain(part);
    for (const option of Object.keys(options)) expect(help).toContain(`--${option}`);
  }
});

test('the process tells the help of a command, its version, and faults as JSON', { timeout: 240_000 }, async () => {
  const settings = { DATA_DIR: join(temporaryFolder(), 'data') };
  for (const name of ['doctor', 'keys create', 'backup', 'backup list']) {
    const out = `${printable(helpOf(name, commands))}\n`;
    expect(await hubbub([...name.split(' '), '--help'], settings)).toEqual({ code: 0, out, err: '' });
  }

  expect(await json(['--version'], settings)).toEqual({ version: VERSION });
  expect((await hubbub(['--version'], settings)).out).toBe(`${VERSION}\n`);
  expect((await json(['help', 'keys'], settings)).help).toContain('keys create --workspace W --mode M');
  const wrong = await hubbub(['keys', 'create', '--mod', 'test', '--json'], settings);
  expect({ code: wrong.code, out: wrong.out }).toEqual({ code: 2, out: '' });
  const error = 'keys create has no option --mod. Did you mean --mode?';
  expect(JSON.parse(wrong.err)).toEqual({ error, code: 'usage_error' });
  const value = await hubbub(['listen', '--forward', 'nowhere', '--json'], settings);
  expect({ code: value.code, out: value.out }).toEqual({ code: 2, out: '' });
  expect(JSON.parse(value.err)).toEqual({ error: expect.stringMatching(/^--forward must be/), code: 'usage_error' });
  const missing = await hubbub(['backup', 'list', '/not-there', '--json'], settings);
  expect({ code: missing.code, out: missing.out }).toEqual({ code: 1, out: '' });
  expect(JSON.parse(missing.err)).toEqual({ error: expect.stringContaining('/not-there'), code: 'failed' });
  // A question makes nothing.
  expect(existsSync(settings.DATA_DIR)).toBe(false);
});

/** Keys with limits, made, listed and rotated by commands. */
async function proveKeys({ url }: { url: string }, workspace: string, settings: Record<string, string>): Promise<void> {
  const create = (...more: string[]) => ['keys', 'create', '--workspace', workspace, '--mode', 'test', ...more];
  const first = createClient(url, (await jsonHere(create(), settings)).key);
  const brand = (await first.get('/v1/brands')).body.data[0].id;
  const limits = ['--scopes', 'posts:read,media:read', '--brands', brand, '--expires', '2090-01-31', '--name', 'Till'];
  const made = await jsonHere(create(...limits, '--allowed-ips', '127.0.0.1, ::1'), settings);
  const listed = await jsonHere(['keys', 'list', '--workspace', workspace, '--mode', 'test'], settings);
  expect(listed[0]).toMatchObject({
    id: made.id,
    name: 'Till',
    state: 'active',
    scopes: ['posts:read', 'media:read'],
    brand_ids: [brand],
    allowed_ips: ['127.0.0.1', '::1'],
    expires_at: '2090-01-31T00:00:00.000Z',
  });
  expect((await createClient(url, made.key).get('/v1/posts')).status).toBe(200);
  const rotated = await jsonHere(['keys', 'rotate', made.key], settings);
  expect(rotated).toMatchObject({ id: made.id, mode: 'test', workspace_id: workspace });
  expect((await createClient(url, rotated.key).get('/v1/posts')).status).toBe(200);
  await until(
    async () => (await createClient(url, made.key).get('/v1/posts')).status === 401,
    'the old key ends',
    5000,
  );
  const text = (await hubbub(['keys', 'list', '--workspace', workspace], settings)).out;
  expect(text).toMatch(
    /^key_\w+ {2}test {2}active {3}hub_test_\w+…\w+ {2}"Till" {2}posts:read,media:read {2}brand_\w+ {2}used /m,
  );
  expect(text).toMatch(/ {2}live {2}revoked {2}.* {2}all scopes {2}all brands {2}/);
  for (const [words, message] of [
    [['--scopes', 'posts:wirte'], 'There is no scope "posts:wirte". Did you mean posts:write?'],
    [['--brands', 'brand_x'], 'There is no brand with the id "brand_x".'],
    [['--expires', 'soon'], '--expires must be a date and time such as 2027-01-31T09:00:00Z.'],
    [['--expires', '2020-01-31'], '--expires must be ahead. To end a key now, revoke it.'],
    [['--allowed-ips', 'here'], '--allowed-ips must be an address or a CIDR block, such as'],
  ] as const)
    await expect(jsonHere(create(...words), settings)).rejects.toThrow(message);
}

test('alone: a workspace made before the first start works afterwards, with accounts on the simulator', async () => {
  const DATA_DIR = join(temporaryFolder(), 'data');
  expect((await json(['doctor'], { DATA_DIR })).ok).toBe(true);
  expect(existsSync(DATA_DIR)).toBe(false);

  const made = await json(['workspaces', 'create', '--name', 'acme'], { DATA_DIR, DEFAULT_PLAN: 'business' });
  expect(made).toMatchObject({ name: 'acme', plan: 'business' });
  expect([made.live_key, made.test_key].map(isApiKey)).toEqual([true, true]);
  expect(made.accounts.map(({ platform }: Body) => platform).sort()).toEqual(PLATFORMS);
  expect(postgresOf(DATA_DIR)).toEqual([]);

  const service = await startService({ DATA_DIR });
  expect(service.key).toBe('');
  expect(service.out()).toContain('--workspace acme --mode test');
  const api = createClient(service.url, made.test_key);
  const { data } = (await api.get('/v1/accounts')).body;
  expect(data.map(({ id }: Body) => id).sort()).toEqual(made.accounts.map(({ id }: Body) => id).sort());
  expect((await createClient(service.url, made.live_key).get('/v1/accounts')).body.data).toEqual([]);
});

test('beside a running service', async () => {
  const DATA_DIR = initialisedFolder();
  const app = { INSTAGRAM_APP_ID: '4711', INSTAGRAM_APP_SECRET: 'kept' };
  const service = await startService({ DATA_DIR, ...app });
  const settings = { DATA_DIR };

  const apps = await jsonHere(['apps', 'list'], { ...settings, ...app, PUBLIC_URL: 'https://hub.example' });
  const [instagram, ...others] = apps;
  expect(others).toEqual([]);
  expect(instagram).toMatchObject({
    redirect_url: 'https://hub.example/oauth/callback/instagram',
    callback_url: 'https://hub.example/callbacks/instagram',
    deauthorize_url: 'https://hub.example/callbacks/instagram',
    data_deletion_url: 'https://hub.example/callbacks/instagram/erase',
  });
  const handshake = `hub.mode=subscribe&hub.challenge=1&hub.verify_token=${instagram.verify_token}`;
  expect(await (await fetch(`${service.url}/callbacks/instagram?${handshake}`)).text()).toBe('1');

  const text = (await hubbub(['workspaces', 'create', '--name', 'acme', '--plan', 'pro'], settings)).out;
  expect(text).toMatch(/^Workspace +ws_\w+ +"acme" +pro\nLive key +hub_live_\w+\nTest key +hub_test_\w+\n/);
  expect(text.match(/^Connected +acc_/gm)).toHaveLength(PLATFORMS.length);
  const listed = await json(['workspaces', 'list'], settings);
  expect(listed.map(({ name, plan }: Body) => [name, plan])).toEqual([
    ['first', 'free'],
    ['acme', 'pro'],
  ]);
  const [, acme] = listed;

  // By name and by id, in both modes.
  const test_ = await jsonHere(['keys', 'create', '--workspace', 'acme', '--mode', 'test'], settings);
  const live = await jsonHere(['keys', 'create', '--workspace', acme.id, '--mode', 'live'], settings);
  expect([test_.key.slice(0, 9), live.key.slice(0, 9)]).toEqual(['hub_test_', 'hub_live_']);
  const statuses = async () => [
    (await createClient(service.url, test_.key).get('/v1/accounts')).status,
    (await createClient(service.url, live.key).get('/v1/accounts')).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  await jsonHere(['keys', 'revoke', test_.id], settings);
  await jsonHere(['keys', 'revoke', live.key], settings);
  await until(async () => (await statuses()).every((status) => status === 401), 'both keys are rejected', 5000);
  expect(await hubbub(['keys', 'revoke', live.key], settings)).toMatchObject({
    code: 1,
    err: 'There is no active key with that id or text.\n',
  });

  await proveKeys(service, acme.id, settings);

  await jsonHere(['plans', 'set', '--workspace', 'first', '--plan', 'starter'], settings);
  const usage = async () => (await createClient(service.url, service.key).get('/v1/usage')).body;
  await until(async () => (await usage()).brands_limit === 10, 'the plan holds', 10_000);

  const more = await jsonHere(['accounts', 'connect-simulated', '--workspace', 'first', '--platform', 'x'], settings);
  expect(more.accounts).toMatchObject([{ platform: 'twitter' }]);
  const api = createClient(service.url, service.key);
  expect((await api.get('/v1/accounts')).body.data).toHaveLength(PLATFORMS.length + 1);
  // A brand has one account on a platform, whoever connects it.
  const onX = (await api.get('/v1/accounts?platform=x')).body.data.map(({ brand_id }: Body) => brand_id);
  expect(new Set(onX).size).toBe(2);

  await jsonHere(['workspaces', 'create', '--name', 'acme'], settings);
  const ambiguous = await hubbub(['keys', 'create', '--workspace', 'acme', '--mode', 'test'], settings);
  expect(ambiguous.code).toBe(1);
  expect(ambiguous.err).toMatch(
    /^2 workspaces are called "acme"\. Say which one by its id:\n {2}ws_\w+ {2}pro\n {2}ws_\w+ {2}free\n$/,
  );
  const unknown = await hubbub(['plans', 'set', '--workspace', 'frist', '--plan', 'pro'], settings);
  expect(unknown).toMatchObject({ code: 1, err: 'There is no workspace "frist". Did you mean "first"?\n' });

  // The commands have not affected the service.
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
});

test('dead letters of all workspaces are listed and replayed', async () => {
  const DATA_DIR = initialisedFolder();
  const settings = { DATA_DIR };
  const service = await startService(settings);
  await jsonHere(['workspaces', 'create', '--name', 'acme'], settings);
  const owner = new pg.Client({
    connectionString: JSON.parse(readFileSync(join(DATA_DIR, 'connection.json'), 'utf8')).url,
  });
  await owner.connect();
  expect((await hubbub(['dead', 'list'], settings)).out).toBe('There are no dead letters.\n');
  const { rows } = await owner.query(
    `select a.tenant_id, a.id, w.name from accounts a join tenants t using (tenant_id) join workspaces w on w.id = t.workspace_id
     where a.platform = 'instagram' order by w.created_at`,
  );
  for (const [index, account] of rows.entries()) {
    await owner.query(
      `insert into callbacks (tenant_id, id, account_id, platform, key, payload, received_at, due_at, attempt, error)
       values ($1, $2, $3, 'instagram', 'k', '{}', now() + $4 * interval '1 second', null, 8, 'unreadable')`,
      [account.tenant_id, `raw_${index}`, account.id, index],
    );
  }
  const [first] = rows;
  await owner.query(
    `insert into actions (tenant_id, id, account_id, platform, kind, post_id, input, status, error, created_at)
     values ($1, 'act_1', $2, 'instagram', 'publish', 'post_1', '{}', 'failed', '{"code":"internal_error","message":"stopped"}', now() - interval '1 hour')`,
    [first.tenant_id, first.id],
  );
  const list = async (...words: string[]) => await jsonHere(['dead', 'list', ...words], settings);
  expect(await list()).toMatchObject([
    { id: 'raw_1', kind: 'callback', workspace: 'acme', mode: 'test', attempts: 8, error: 'unreadable' },
    { id: 'raw_0', kind: 'callback', workspace: 'first', mode: 'test' },
    { id: 'act_1', kind: 'action', resource_id: 'post_1', error: 'stopped' },
  ]);
  expect((await list('--workspace', 'acme')).map(({ id }: Body) => id)).toEqual(['raw_1']);
  expect((await list('--kind', 'action')).map(({ id }: Body) => id)).toEqual(['act_1']);
  expect((await hubbub(['dead', 'list'], settings)).out).toMatch(/callback +raw_1 +"acme" test +tried 8x +unreadable/);

  expect(await json(['dead', 'replay', 'raw_1'], settings)).toEqual({ id: 'raw_1', kind: 'callback', replayed: true });
  const isRead = async () =>
    (await owner.query(`select 1 from callbacks where id = 'raw_1' and due_at is null and error is null`)).rowCount ===
    1;
  await until(isRead, 'the service reads it');
  const rejected = async (id: string) => (await hubbub(['dead', 'replay', id], settings)).err;
  expect(await rejected('raw_1')).toBe('There is no dead letter with the id "raw_1".\n');
  expect(await rejected('act_1')).toContain('/v1/posts/post_1/retry');
  await owner.end();
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
});
