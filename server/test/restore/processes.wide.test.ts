import { expect, onTestFinished, test } from 'vitest';
import { type Body, type Client, until } from '../harness.ts';
import { hold } from '../held-row.ts';
import { startProcesses } from '../kill/processes.ts';
import type { ServiceProcess } from '../kill/service.ts';
import { hubbub, run, temporaryFolder, useProcesses } from '../start/processes.fixture.ts';
import { image } from '../steps.ts';
import { backUp } from './back-in-time.ts';
import { nextWeek } from './scenario.ts';

const POSTS = 6;

useProcesses();

test('two processes look up at once and are killed, a release is killed, and the old installation wakes up: each post is sent once', async () => {
  const { customer, clients, services, databaseUrl } = await startProcesses(3, { LEASE_SECONDS: '3' });
  const [old, ...others] = services as [ServiceProcess, ...ServiceProcess[]];
  const [oldApi, api] = clients as [Client, Client];
  const accounts = [await customer.connect('mastodon'), await customer.connect('twitter')] as const;
  const [, twitter] = accounts;
  const targets = accounts.map(({ id }) => ({ account_id: id }));
  const make = async (text: string): Promise<string> => {
    const options = { text, media: [image], targets, scheduled_at: nextWeek() };
    const { status, body, text: response } = await api.post('/v1/posts', options);
    expect(status, response).toBe(201);
    return body.id;
  };
  const statusOf = async (id: string) => (await api.get(`/v1/posts/${id}`)).body.status;
  const published = (ids: readonly string[]) =>
    until(async () => (await Promise.all(ids.map(statusOf))).every((status) => status === 'published'), 'all are out');
  const early: string[] = [];
  const late: string[] = [];
  for (let n = 0; n < POSTS; n += 1) (n % 2 === 0 ? early : late).push(await make(`Post ${n}.`));
  const sleeper = await make('Claimed by the old installation.');
  await old.end();
  const backup = await backUp({
    databaseUrl,
    async restart(meanwhile) {
      for (const one of others) await one.kill();
      await meanwhile();
      await others[0]?.start();
    },
  });
  onTestFinished(() => backup.drop());
  for (const id of early) await api.post(`/v1/posts/${id}/publish`, {});
  await published(early);

  // The old installation has claimed a post and is stopped before its intent.
  await others[0]?.kill();
  await customer.platforms.hold('twitter', twitter.platformId, 'upload_media', 'before');
  await old.start();
  await oldApi.post(`/v1/posts/${sleeper}/publish`, {});
  const [upload] = await customer.platforms.held(20);
  old.freeze();
  await backup.restore();

  // Two processes look up at once. Each is killed while a lookup is under way.
  const holdLookup = () => customer.platforms.hold('twitter', twitter.platformId, 'list_posts', 'before');
  const heldLookup = () =>
    until(
      async () => (await customer.platforms.held(1)).find(({ operation }) => operation === 'list_posts')?.id,
      'a lookup',
    );
  await holdLookup();
  await Promise.all(others.map((one) => one.start()));
  for (const one of others) {
    const lookup = await heldLookup();
    await one.kill();
    if (one === others[0]) await holdLookup();
    // It is gone with its client, or it is that of the other process.
    await customer.platforms.release(lookup, { drop: true }).catch(() => {});
  }
  await Promise.all(others.map((one) => one.start()));
  const open = async () => (await customer.sql('select 1 from restore_findings where due_at is not null')).length;
  await until(async () => (await open()) === 0, 'everything is looked up', 60_000);
  const found = await customer.sql<Body>(
    `select f.finding, x.post_id = any ($1) as is_early, count(*)::int
    from restore_findings f join actions x on x.id = f.action_id group by 1, 2`,
    [early],
  );
  expect(found.toSorted((one, other) => one.count - other.count)).toEqual([
    { finding: 'adopted', is_early: true, count: early.length * 2 },
    { finding: 'absent', is_early: false, count: (late.length + 1) * 2 },
  ]);

  // The old installation wakes up on the restored database. It sends nothing.
  old.thaw();
  await customer.platforms.release(upload?.id as string, { drop: false });
  const isAwake = () =>
    fetch(`${old.url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isAwake, 'the old installation is awake');

  // Overdue work fails. The first release is killed when it has begun, the next two run at once.
  await customer.sql(`update actions set due_at = now() - interval '3 hours' where post_id = any ($1)`, [late]);
  const failed = async () => (await customer.sql(`select 1 from actions where status = 'failed'`)).length;
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: temporaryFolder() };
  const release = ['restore', 'resume', '--all', '--yes'];
  const lock = 'select 1 from accounts where id = $1 for update';
  const row = await hold({ databaseUrl, sql: customer.sql }, lock, [twitter.id]);
  const first = run(['cli', ...release], settings);
  await until(async () => (await failed()) === late.length, 'the release has begun');
  first.child.kill('SIGKILL');
  await first.ended;
  await row.release();
  expect(await customer.sql('select 1 from holds')).not.toEqual([]);
  const both = await Promise.all([hubbub(release, settings), hubbub(release, settings)]);
  expect(both.map(({ code }) => code)).toContain(0);
  for (const { code, err } of both)
    expect([code, err]).toEqual(code === 0 ? [0, ''] : [1, expect.stringMatching(/^Nothing is suspended/)]);
  expect(await failed()).toBe(late.length * 2);

  // The failed work is wanted after all, and the rest becomes due.
  for (const id of late) expect((await api.post(`/v1/posts/${id}/retry`, {})).status).toBe(200);
  expect((await api.post(`/v1/posts/${sleeper}/publish`, {})).status).toBeLessThan(300);
  await published([...late, sleeper]);
  const ledger = (await customer.platforms.ledger())
    .filter(({ kind }) => kind === 'post')
    .map(({ platform, text }) => `${platform}: ${text}`);
  expect(ledger).toHaveLength((POSTS + 1) * 2);
  expect(new Set(ledger).size).toBe((POSTS + 1) * 2);
}, 180_000);
