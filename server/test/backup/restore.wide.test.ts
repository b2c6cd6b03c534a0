import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { createClient, until } from '../harness.ts';
import { hubbub, initialisedFolder, startService, temporaryFolder, useProcesses } from '../start/processes.fixture.ts';
import {
  json,
  listsOf,
  ordinaryDatabase,
  rejection,
  rowsAt,
  type Settings,
  uploadImage,
} from './installation.fixture.ts';

useProcesses();
const templateUrl = inject('templateUrl');

/** Publishes and uploads until it is stopped; how many posts it made. */
function keepWriting(service: { url: string; key: string }, account: string) {
  const api = createClient(service.url, service.key);
  let isOn = true;
  let count = 0;
  const write = async (lane: number) => {
    while (isOn) {
      const media = await uploadImage(api, service);
      const { status, text } = await api.post('/v1/posts', {
        text: `Canary text ${lane} ${count}`,
        // A simulated server takes thirty images in half an hour.
        media: count < 20 ? [{ source_type: 'media_id', source: media }] : [],
        targets: [{ account_id: account }],
        publish_now: true,
      });
      expect(status, text).toBe(201);
      count += 1;
    }
  };
  const all = Promise.all([write(1), write(2)]);
  all.catch(() => {});
  return {
    count: () => count,
    async stop() {
      isOn = false;
      await all;
    },
  };
}

test('a backup beside a writer is consistent, and its restore gives the same lists under the same keys', async () => {
  const DATA_DIR = initialisedFolder();
  const location = join(temporaryFolder(), 'backups');
  const service = await startService({ DATA_DIR, DEFAULT_PLAN: 'enterprise' });
  const api = createClient(service.url, service.key);
  const accounts = (await api.get('/v1/accounts')).body.data;
  const account = accounts.find(({ platform }: { platform: string }) => platform === 'mastodon').id;
  const writer = keepWriting(service, account);
  const settings: Settings = { DATA_DIR, BACKUP_PASSPHRASE: 'correct horse battery staple' };
  while (writer.count() < 5) await new Promise((resolve) => setTimeout(resolve, 50));
  const busy = await hubbub(['backup', location, '--with-secrets-key'], settings);
  expect({ code: busy.code, err: busy.err }).toEqual({ code: 0, err: '' });
  expect(busy.out).toMatch(/^Backup \S+\n.* rows .*, \d+ files .*, with the secrets key\n/);
  expect(busy.out).not.toContain('Canary');
  await writer.stop();
  expect(writer.count()).toBeGreaterThan(5);
  expect((await json(['backup', 'verify', location, '--deep'], settings)).is_whole).toBe(true);

  // The target is an external database of an owner without superuser rights. The key comes from the backup.
  const external = { ...(await ordinaryDatabase(templateUrl)), DATA_DIR: temporaryFolder() };
  expect(await rejection(['restore', location], external)).toMatch(
    /The secrets key \w+ is missing.*Set BACKUP_PASSPHRASE/,
  );
  expect(await rejection(['restore', location], { ...external, BACKUP_PASSPHRASE: 'wrong' })).toMatch(
    /secrets.key.enc is not opened/,
  );
  const restored = await json(['restore', location], {
    ...external,
    BACKUP_PASSPHRASE: settings.BACKUP_PASSPHRASE as string,
  });
  expect(restored.missing).toEqual([]);
  const at = (text: string) => rowsAt(external.DATABASE_URL, text);
  expect(
    await at(`select 1 from actions a where kind = 'publish' and not exists
    (select from posts p where (p.tenant_id, p.id) = (a.tenant_id, a.post_id))`),
  ).toEqual([]);
  expect(
    await at(`select tenant_id from events group by tenant_id having count(*) <> max(seq) - min(seq) + 1`),
  ).toEqual([]);
  const media = await at(`select tenant_id, id from media where status = 'ready'`);
  expect(media.length).toBeGreaterThan(4);
  for (const { tenant_id: tenant, id } of media)
    expect(existsSync(join(external.DATA_DIR, 'media', tenant, id))).toBe(true);
  expect(await at('select epoch from installation')).toEqual([{ epoch: 2 }]);
  expect(
    await at('select 1 from tenants t where not exists (select from holds h where h.tenant_id = t.tenant_id)'),
  ).toEqual([]);
  expect(
    await rejection(['restore', location], { ...external, BACKUP_PASSPHRASE: settings.BACKUP_PASSPHRASE as string }),
  ).toContain('--replace');

  // The next target is an embedded database again: the stopped installation as it was.
  const moved = { ...external, PORT: '0', SIMULATOR: 'on', LOOK_DELAY_FACTOR: '0.01' };
  const elsewhere = await startService(moved);
  // The lookups settle what was being published at the time of the backup.
  const isLookedUp = async () => (await at('select 1 from restore_findings where due_at is not null')).length === 0;
  await until(isLookedUp, 'everything unfinished is looked up', 60_000);
  const before = await listsOf(elsewhere.url, service.key);
  expect(before.posts.data.length).toBeGreaterThan(4);
  expect(
    await rejection(['restore', location, '--replace'], {
      ...external,
      BACKUP_PASSPHRASE: settings.BACKUP_PASSPHRASE as string,
    }),
  ).toContain('A service uses this database');
  elsewhere.child.kill('SIGTERM');
  await elsewhere.ended;
  const second = await json(['backup', location], external);
  expect(second).toMatchObject({ has_secrets_key: false, missing: 0 });
  const back = { DATA_DIR: join(temporaryFolder(), 'data') };
  const key = join(external.DATA_DIR, 'secrets.key');
  const since = '2026-01-31T02:00:00.000Z';
  const words = ['restore', `${location}/${second.id}`, '--secrets-key-from', key, '--since', since];
  expect((await json(words, back)).since).toBe(since);
  expect(readdirSync(back.DATA_DIR)).not.toContain('service.json');
  const again = await startService(back);
  expect(await listsOf(again.url, service.key)).toEqual(before);
}, 300_000);
