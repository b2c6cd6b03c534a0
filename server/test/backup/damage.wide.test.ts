import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { isClear } from '../../src/startup/exit.ts';
import { createClient, until } from '../harness.ts';
import { newBucket } from '../s3-bucket.ts';
import { smallDisk } from '../small-disk.ts';
import {
  hubbub,
  initialisedFolder,
  run,
  startService,
  temporaryFolder,
  useProcesses,
} from '../start/processes.fixture.ts';
import { here, json, ordinaryDatabase, rejection, rowsAt, type Settings, uploadImage } from './installation.fixture.ts';

useProcesses(afterAll);
const templateUrl = inject('templateUrl');

/** An installation with a post and an image, whose service runs. Each test backs it up to a location of its own. */
let settings: Settings;
let key: string;
let post: string;

beforeAll(async () => {
  settings = { DATA_DIR: initialisedFolder(), BACKUP_PASSPHRASE: 'a passphrase' };
  const service = await startService(settings);
  key = service.key;
  const api = createClient(service.url, key);
  await uploadImage(api, service);
  post = (await api.post('/v1/posts', { text: 'Kept' })).body.id;
});

/** All files of a folder, with their hashes. */
function hashesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(paths.map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]));
}

test('verify names what is damaged, and restore changes nothing then', async () => {
  const location = join(temporaryFolder(), 'backups');
  const { id } = await json(['backup', location, '--with-secrets-key'], settings);
  const backup = join(location, id);
  const faults = async (more: Settings = {}, ...words: string[]) => {
    const { exitCode, json: found } = await here(['backup', 'verify', location, ...words], { ...settings, ...more });
    expect(exitCode).toBe(1);
    return found.faults;
  };
  /** Changes a file for the time of the work. */
  const damaged = async (path: string, damage: (path: string) => void, work: () => Promise<void>) => {
    const content = readFileSync(path);
    damage(path);
    await work();
    writeFileSync(path, content);
  };
  const flip = (path: string) => {
    const bytes = readFileSync(path);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] as number) ^ 1;
    writeFileSync(path, bytes);
  };
  const posts = join(backup, 'tables/posts.copy.gz');
  // The image; the simulator's files change between backups.
  const isJpeg = (path: string) => readFileSync(path).readUInt16BE() === 0xffd8;
  const content = Object.keys(hashesOf(join(location, 'files'))).find(isJpeg) as string;
  const empty = { DATA_DIR: join(temporaryFolder(), 'data'), BACKUP_PASSPHRASE: 'a passphrase' };
  await damaged(posts, flip, async () => {
    expect(await faults()).toEqual([`${id}/tables/posts.copy.gz was changed: its hash does not fit.`]);
    expect(await rejection(['restore', location], empty)).toMatch(/posts.copy.gz was changed.*Nothing was changed/);
    expect(existsSync(empty.DATA_DIR)).toBe(false);
  });
  await damaged(
    posts,
    (path) => truncateSync(path, 10),
    async () => {
      expect(await faults()).toEqual([expect.stringMatching(/posts.copy.gz has 10 bytes instead of \d+/)]);
    },
  );
  await damaged(posts, rmSync, async () => {
    expect(await faults()).toEqual([expect.stringContaining('posts.copy.gz')]);
  });
  await damaged(content, flip, async () => {
    expect(await faults()).toEqual([expect.stringMatching(/files\/\S+ \((media|simulator)\/.*was changed/)]);
  });
  await damaged(join(backup, 'manifest.json'), flip, async () => {
    expect(await rejection(['backup', 'verify', location], settings)).toMatch(/manifest.json was changed or cut/);
    expect(await rejection(['restore', location], empty)).toMatch(/manifest.json was changed or cut/);
  });
  expect(await faults({ BACKUP_PASSPHRASE: 'another' })).toEqual([
    expect.stringMatching(/secrets.key.enc is not opened/),
  ]);
  const otherKey = join(temporaryFolder(), 'other.key');
  writeFileSync(otherKey, `${'ab'.repeat(32)}\n`);
  expect(await faults({ BACKUP_PASSPHRASE: '', DATA_DIR: empty.DATA_DIR }, '--secrets-key-from', otherKey)).toEqual([
    expect.stringMatching(/The secrets key \w+ is missing/),
  ]);
  expect(await rejection(['backup', 'verify', `${location}/2020-01-01t00-00-00-000z-00000000`], settings)).toContain(
    'no such backup',
  );
  expect(await rejection(['backup', 'verify', `${location}-typo`], settings)).toContain('There is no folder');
  expect(existsSync(`${location}-typo`)).toBe(false);
  const link = join(temporaryFolder(), 'link');
  symlinkSync(settings.DATA_DIR as string, link);
  for (const inside of [join(settings.DATA_DIR as string, 'backups'), join(settings.DATA_DIR as string, '..b'), link])
    expect(await rejection(['backup', inside], settings)).toContain('is inside DATA_DIR');

  // A manifest that somebody wrote by hand, with a hash that fits.
  const path = join(backup, 'manifest.json');
  const [, ...lines] = readFileSync(path, 'utf8').split('\n');
  const manifest = JSON.parse(lines.join('\n'));
  const part = { ...manifest.tables[0], key: '../../../etc/passwd' };
  for (const [text, line] of [
    ['{garbage', /is no manifest of a backup\.$/],
    ['null', /is no manifest of a backup\.$/],
    [JSON.stringify({ ...manifest, format: 99 }), /has the format 99/],
    [JSON.stringify({ ...manifest, id: '../../x' }), /is no manifest of a backup: id is wrong/],
    [JSON.stringify({ ...manifest, tables: [part] }), /is no manifest of a backup: tables\.0\.key is wrong/],
  ] as const)
    await damaged(
      path,
      () =>
        writeFileSync(
          path,
          `${JSON.stringify({ sha256: createHash('sha256').update(text).digest('hex') })}\n${text}\n`,
        ),
      async () => expect(await rejection(['backup', 'verify', location], settings)).toMatch(line),
    );

  // A location that cannot be written is still read.
  const before = hashesOf(location);
  expect((await json(['backup', 'verify', location], settings)).is_whole).toBe(true);
  expect(hashesOf(location)).toEqual(before);

  // Backups of one location share their files, and --keep removes what none of them needs.
  const second = await json(['backup', location, '--keep', '2'], settings);
  const third = await json(['backup', location, '--keep', '2'], settings);
  expect(third.removed).toEqual([id]);
  const listed = await json(['backup', 'list', location], settings);
  expect(listed.map((backupOf: { id: string }) => backupOf.id)).toEqual([second.id, third.id]);
  expect((await json(['backup', 'verify', `${location}/${second.id}`], settings)).is_whole).toBe(true);
  expect(Object.keys(hashesOf(join(location, 'files')))).toContain(content);

  // A damaged backup stops no further ones.
  flip(join(location, third.id, 'manifest.json'));
  const fourth = await json(['backup', location], settings);
  expect(fourth.damaged).toEqual([third.id]);
  expect((await json(['backup', 'verify', `${location}/${fourth.id}`], settings)).is_whole).toBe(true);
}, 300_000);

test('a backup that is killed leaves the earlier ones whole, and the next one removes its remains', async () => {
  const location = join(temporaryFolder(), 'backups');
  const first = await json(['backup', location], settings);
  for (const sign of ['tables/accounts.copy.gz', 'tables/posts.copy.gz', 'files.jsonl.gz']) {
    const command = run(['cli', 'backup', location], settings);
    const isThere = () =>
      readdirSync(location).some((id) => id.startsWith('2') && id !== first.id && existsSync(join(location, id, sign)));
    await until(async () => isThere() || command.child.exitCode !== null, 'the backup has come so far');
    command.child.kill('SIGKILL');
    await command.ended;
    expect((await json(['backup', 'verify', `${location}/${first.id}`], settings)).is_whole).toBe(true);
  }
  const both = await Promise.all([1, 2].map(() => hubbub(['backup', location], settings)));
  const failed = both.filter(({ code }) => code !== 0);
  for (const { err } of failed) expect(err).toMatch(/^(Another backup of this database is running|[^\n]+ is in use)/);
  expect(failed.length).toBeLessThan(2);
  expect(await rejection(['backup', location, '--with-secrets-key'], { ...settings, BACKUP_PASSPHRASE: 'short' })).toBe(
    'The passphrase must have at least 12 characters.',
  );
  const listed = await json(['backup', 'list', location], settings);
  // Nothing stays of those that were killed, not even a folder.
  const folders = readdirSync(location).filter((name) => name.startsWith('2'));
  expect(folders.toSorted()).toEqual(listed.map(({ id }: { id: string }) => id));
  expect(listed.every((backup: { is_complete: boolean }) => backup.is_complete)).toBe(true);
  expect((await json(['backup', 'verify', location], settings)).is_whole).toBe(true);
}, 300_000);

test('a restore that is killed leaves a database that nothing starts on, and a repeated one mends it', async () => {
  const location = join(temporaryFolder(), 'backups');
  await json(['backup', location, '--with-secrets-key'], settings);
  const target = {
    ...(await ordinaryDatabase(templateUrl)),
    DATA_DIR: join(temporaryFolder(), 'data'),
    BACKUP_PASSPHRASE: 'a passphrase',
  };
  const signs = [
    `select 1 from pg_tables where tablename = 'unfinished_restore'`,
    `select 1 from pg_tables where tablename = 'holds'`,
    `select 1 from pg_stat_activity where datname = current_database() and query like 'copy%'`,
    'select 1 from posts',
  ];
  for (const sign of signs) {
    const command = run(['cli', 'restore', location], target);
    const isThere = () =>
      rowsAt(target.DATABASE_URL, sign).then(
        ({ length }) => length > 0,
        () => false,
      );
    await until(async () => command.child.exitCode !== null || (await isThere()), 'the restore has come so far');
    if (command.child.exitCode === null) {
      command.child.kill('SIGKILL');
      await command.ended;
      const { ended, err } = run([], { PORT: '0', ...target });
      expect(await ended).toBe(1);
      expect(err()).toMatch(/^Hubbub cannot start: DATABASE_URL leads to a database that is half restored[^\n]+\n$/);
      expect(await rejection(['backup', `${location}-2`], target)).toContain('This database is half restored');
    }
    await until(
      async () =>
        (await rowsAt(target.DATABASE_URL, `select 1 from pg_locks where locktype = 'advisory' and objid = 7482305`))
          .length === 0,
      'the killed restore is gone',
    );
    if (command.child.exitCode === 0) break;
  }
  // Two restores and a backup at once.
  const together = [
    ['restore', location, '--replace'],
    ['restore', location, '--replace'],
    ['backup', `${location}-2`],
  ];
  const ends = await Promise.allSettled(together.map((words) => here(words, target)));
  expect(ends.slice(0, 2).map(({ status }) => status)).toContain('fulfilled');
  for (const end of ends)
    if (end.status === 'rejected')
      expect([isClear(end.reason), end.reason.message]).toEqual([true, expect.any(String)]);
  await json(['restore', location, '--replace'], target);
  const service = await startService(target);
  expect((await createClient(service.url, key).get(`/v1/posts/${post}`)).body.text).toBe('Kept');
  // Its database goes with the test.
  service.child.kill('SIGKILL');
  await service.ended;
}, 300_000);

test.skipIf(process.getuid?.() !== 0)(
  'a full disk fails the backup with one line, and the earlier one stays whole',
  async () => {
    const location = join(smallDisk(3), 'backups');
    chmodSync(join(location, '..'), 0o755);
    const first = await json(['backup', location], settings);
    writeFileSync(
      join(settings.DATA_DIR as string, 'simulator', 'large'),
      Buffer.alloc(6_000_000, Math.random().toString()),
    );
    expect(await rejection(['backup', location], settings)).toMatch(/No room is left for files/);
    rmSync(join(settings.DATA_DIR as string, 'simulator', 'large'));
    expect((await json(['backup', 'verify', `${location}/${first.id}`], settings)).is_whole).toBe(true);
    await json(['backup', location, '--keep', '1'], settings);
    expect(await json(['backup', 'list', location], settings)).toHaveLength(1);
  },
  120_000,
);

const store = process.env.S3_TEST_ENDPOINT;
test.skipIf(store === undefined)(
  'a bucket takes backups and gives them back',
  async () => {
    const bucket = await newBucket(store as string);
    const s3 = {
      BACKUP_S3_ENDPOINT: bucket.S3_ENDPOINT,
      BACKUP_S3_REGION: bucket.S3_REGION,
      BACKUP_S3_ACCESS_KEY_ID: bucket.S3_ACCESS_KEY_ID,
      BACKUP_S3_SECRET_ACCESS_KEY: bucket.S3_SECRET_ACCESS_KEY,
    };
    const location = `s3://${bucket.S3_BUCKET}/nightly/hubbub`;
    expect(await rejection(['backup', location], settings)).toContain('BACKUP_S3_REGION');
    const first = await json(['backup', location, '--with-secrets-key'], { ...settings, ...s3 });
    await json(['backup', location, '--with-secrets-key', '--keep', '1'], { ...settings, ...s3 });
    const listed = await json(['backup', 'list', location], s3);
    expect(listed).toHaveLength(1);
    expect(listed[0].id).not.toBe(first.id);
    const target = { DATA_DIR: join(temporaryFolder(), 'data'), ...s3, BACKUP_PASSPHRASE: 'a passphrase' };
    expect((await json(['backup', 'verify', location], target)).is_whole).toBe(true);
    expect((await json(['restore', location], target)).missing).toEqual([]);
    const service = await startService(target);
    expect((await createClient(service.url, key).get(`/v1/posts/${post}`)).body.text).toBe('Kept');
  },
  300_000,
);

test('a manifest that names a table twice, or a time to come, is rejected in one line', async () => {
  const location = join(temporaryFolder(), 'backups');
  const { id } = await json(['backup', location, '--with-secrets-key'], settings);
  const path = join(location, id, 'manifest.json');
  const [, ...lines] = readFileSync(path, 'utf8').split('\n');
  const manifest = JSON.parse(lines.join('\n'));
  const write = (changed: object) => {
    const text = JSON.stringify({ ...manifest, ...changed });
    writeFileSync(path, `${JSON.stringify({ sha256: createHash('sha256').update(text).digest('hex') })}\n${text}\n`);
  };
  const empty = { ...settings, DATA_DIR: join(temporaryFolder(), 'data') };
  const tables = [...manifest.tables, ...manifest.tables];
  write({ tables });
  expect(await rejection(['restore', location], empty)).toMatch(/does not fit its table/);
  // The clock was ahead when the backup was made, and is right now.
  const ahead = new Date(Date.now() + 3_600_000).toISOString();
  write({ tables, since: ahead, snapshot_at: ahead });
  expect(await rejection(['restore', location], empty)).toMatch(/still to come.*--since/);
  for (const since of [ahead, 'yesterday', '5', '2026-01-31', '2026-01-31T02:00:00'])
    expect(await rejection(['restore', location, '--since', since], empty)).toMatch(
      /--since must be a time in the past/,
    );
  expect(await rejection(['restore', location, '--since', manifest.since], empty)).toMatch(/does not fit its table/);

  expect(await rejection(['restore', location, '--intents', `${location}-typo`], empty)).toMatch(
    /--intents: there is no folder/,
  );
  for (const word of ['s3://', 's3:', 'ftp://x'])
    expect(await rejection(['backup', word], settings)).toMatch(/is no location for backups/);
  expect(await rejection(['backup', `${location}-2`], { DATA_DIR: join(temporaryFolder(), 'typo') })).toMatch(
    /^Nothing was ever stored in this database. Set DATA_DIR or DATABASE_URL/,
  );
  // The owner of another database of the server.
  const { DATABASE_URL } = await ordinaryDatabase(templateUrl);
  const foreign = { ...empty, DATABASE_URL: DATABASE_URL.replace(/\/[^/]*$/, new URL(templateUrl).pathname) };
  expect(await rejection(['backup', `${location}-2`], foreign)).toMatch(/may not read or change the table \w+/);
});
