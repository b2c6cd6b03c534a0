import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BASELINE } from '../../src/db/bridge/bridge.ts';
import { migrate, migrationState } from '../../src/db/migrate.ts';
import { type Body, createClient, until } from '../harness.ts';
import { useExternalDatabases } from '../start/external-database.fixture.ts';
import { ROOT, run, temporaryFolder, useProcesses } from '../start/processes.fixture.ts';
import { open } from '../start/walkthrough.fixture.ts';
import { worldOf } from '../world.ts';
import { hasCommit, programOf } from './code-of-commit.fixture.ts';

useProcesses();
const { owner, external } = useExternalDatabases();

/** The commit of the previous release. */
const COMMIT = readFileSync(join(ROOT, 'server/src/db/previous-release'), 'utf8').trim();
test.skipIf(!hasCommit(COMMIT))('the migrations of the previous release are the same', () => {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  const names = git('ls-tree', '--name-only', COMMIT, 'server/src/db/migrations/').trim().split('\n');
  expect(names.length).toBeGreaterThanOrEqual(BASELINE.length);
  for (const name of names)
    expect(readFileSync(join(ROOT, name), 'utf8'), 'migrations are only added').toBe(git('show', `${COMMIT}:${name}`));
});

test.skipIf(!hasCommit(COMMIT))(
  'the previous release works on the schema of this one',
  { timeout: 180_000 },
  async () => {
    const program = programOf(COMMIT);
    const { name, settings } = await external('');
    const env = {
      DATABASE_URL: settings.DATABASE_URL ?? '',
      SECRETS_KEY: randomBytes(32).toString('hex'),
      DATA_DIR: join(temporaryFolder(), 'data'),
      PORT: '0',
      POLL_SECONDS: '0.3',
      LOOK_DELAY_FACTOR: '0.05',
      KEY_REQUESTS_PER_MINUTE: '0',
      DEFAULT_PLAN: 'enterprise',
    };
    const service = run([], env, program);
    await until(
      async () => {
        if (service.child.exitCode !== null) throw new Error(`the previous release ended: ${service.err()}`);
        return service.out().endsWith('\n\n');
      },
      'the previous release is ready',
      60_000,
    );
    const url = /API +(\S+)/.exec(service.out())?.[1] ?? '';
    const key = /Test key +(\S+)/.exec(service.out())?.[1] ?? '';
    const { pending } = await migrationState(env.DATABASE_URL);
    expect(await migrate(env.DATABASE_URL)).toEqual(pending);

    const api = createClient(url, key);
    const call = async (method: string, path: string, body?: unknown): Promise<Body> => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=30' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      expect([`${method} ${path}`, response.status < 300, text]).toEqual([`${method} ${path}`, true, text]);
      return text === '' ? undefined : JSON.parse(text);
    };
    const { control } = await worldOf({ url, key });
    const hook = { url: 'https://simulator.test/receiver/upgrade', events: ['post.published', 'comment.received'] };
    const { secret } = await call('POST', '/v1/webhooks', hook);
    await control('PUT', '../receiver/upgrade', { secret });
    const accounts = (await call('GET', '/v1/accounts')).data.filter(({ platform }: Body) =>
      open.some((connector) => connector.platform === platform),
    );
    const targets = accounts.map(({ id }: Body) => ({ account_id: id }));
    const media = [{ source_type: 'url', source: 'https://simulator.test/files/sample.jpg' }];
    const post = await call('POST', '/v1/posts', { text: 'On a newer schema', media, targets, publish_now: true });
    expect(post.targets.map(({ status }: Body) => status)).toEqual(targets.map(() => 'published'));
    const at = new Date(Date.now() + 2000).toISOString();
    const scheduled = await call('POST', '/v1/posts', { text: 'A little later', media, targets, scheduled_at: at });
    await until(async () => (await call('GET', `/v1/posts/${scheduled.id}`)).status === 'published', 'it is published');
    expect((await call('GET', '/v1/posts')).data).toHaveLength(2);

    const { entries } = await control('GET', 'ledger?kind=post');
    const instagram = entries.find(({ platform }: Body) => platform === 'instagram');
    const { account, platform_id: postId } = instagram;
    const visitor = { platform: 'instagram', account };
    await control('POST', 'strangers', { ...visitor, action: 'comment', text: 'Where?', post_id: postId });
    await control('POST', 'strangers', { ...visitor, action: 'message', text: 'Do you deliver?' });
    const [commented] = await until(async () => {
      const { data } = await call('GET', '/v1/inbox/comments');
      return data.length > 0 && data;
    }, 'the comment is here');
    const comments = (await call('GET', `/v1/inbox/comments/${commented.id}`)).data;
    await call('POST', `/v1/inbox/comments/${commented.id}`, { comment_id: comments[0].id, text: 'By the harbour.' });
    const [talk] = await until(async () => {
      const { data } = await call('GET', '/v1/inbox/conversations?platform=instagram');
      return data.length > 0 && data;
    }, 'the message is here');
    await call('POST', `/v1/inbox/conversations/${talk.id}/messages`, { text: 'Within an hour.' });

    const heard = await until(async () => {
      const receiver = await fetch(`${(await call('GET', '/v1/test/world')).url}/receiver/upgrade`);
      const found = (await receiver.text()).matchAll(/"event":"([^"]+)","id":"[^"]*","verified":true/g);
      const events = [...found].map(([, event]) => event);
      return events.includes('post.published') && events.includes('comment.received') && events;
    }, 'the events were delivered');
    expect(heard.length).toBeGreaterThan(1);
    expect(service.err()).toBe('');
    expect((await api.get('/v1/brands')).status).toBe(200);
    const faults = await owner(name, (client) =>
      client.query("select platform, kind, status, error from actions where status not in ('published', 'pending')"),
    );
    expect(faults.rows).toEqual([]);
  },
);
