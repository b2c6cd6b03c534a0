import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { openDiskStorage } from './index.ts';
import { expectWholeFiles, testStorage, uploadUntilKilled } from './storage.fixture.ts';

const MIB = 1024 * 1024;
const root = mkdtempSync(join(tmpdir(), 'file-storage-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a folder', () => {
  const folder = join(root, 'made/with/those/above');
  testStorage(() => openDiskStorage(folder), 3 * MIB);

  test('gives tools a path, which other users cannot read', async () => {
    const storage = await openDiskStorage(folder);
    await storage.put('ten_p/med_1', [new Uint8Array(3)] as never, { contentType: 'image/png' });
    const path = storage.localPath?.('ten_p/med_1') as string;
    expect(path).toBe(join(folder, 'ten_p/med_1'));
    expect(statSync(path)).toMatchObject({ size: 3 });
    expect([statSync(path).mode & 0o077, statSync(folder).mode & 0o077]).toEqual([0, 0]);
    expect(() => storage.localPath?.('../../x')).toThrow(TypeError);
  });
});

test('a folder that is only read stays as it is', async () => {
  const folder = join(root, 'read');
  mkdirSync(folder);
  writeFileSync(join(folder, 'one'), 'abc');
  const storage = await openDiskStorage(folder, { isReadOnly: true });
  expect(await storage.stat('one')).toEqual({ bytes: 3 });
  expect(readdirSync(folder)).toEqual(['one']);
});

test('a killed process leaves no partial file; only old remains are removed', async () => {
  const folder = join(root, 'killed');
  const storage = await openDiskStorage(folder);
  for (const finished of [1, 9, 24])
    await expectWholeFiles(storage, await uploadUntilKilled({ folder }, { bytes: 2 * MIB, uploads: 8, finished }));
  const unfinished = () => readdirSync(join(folder, '.unfinished')).length;
  const left = unfinished();
  expect(left).toBeGreaterThan(0);
  expect(await storage.removeUnfinished(600_000)).toBe(0);
  expect(unfinished()).toBe(left);
  expect(await storage.removeUnfinished(0)).toBe(left);
  expect(unfinished()).toBe(0);
});

describe('clear errors', () => {
  test('a path that cannot become a folder', async () => {
    writeFileSync(join(root, 'file'), '');
    await expect(openDiskStorage(join(root, 'file/media'))).rejects.toMatchObject({
      fault: 'forbidden',
      message: `${join(root, 'file/media')} cannot be used (ENOTDIR): give this user rights to it.`,
    });
  });

  test('a folder without write permission', async () => {
    const folder = join(root, 'closed');
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    expect(await inProcess(folder, process.getuid?.() === 0 ? 'process.setuid(65534);' : '')).toMatch(
      /^forbidden .*closed/,
    );
  });

  test('a file system that is only read', async () => {
    if (!(await canMount)) return;
    const folder = join(root, 'only-read');
    mkdirSync(folder);
    const readOnly = ['unshare', '-rm', 'sh', '-c', `mount -t tmpfs -o ro none ${folder} && exec "$@"`, '-'];
    expect(await inProcess(folder, '', readOnly)).toMatch(/^forbidden .*only-read cannot be used \(EROFS\)/);
  });

  test('a full disk rejects a file and keeps the others', async () => {
    const folder = join(root, 'full');
    mkdirSync(folder);
    // A small file system where this machine allows one, otherwise a limit on the size of files.
    const small = ['unshare', '-rm', 'sh', '-c', `mount -t tmpfs -o size=1m none ${folder} && exec "$@"`, '-'];
    const limited = (await canMount) ? small : ['sh', '-c', 'ulimit -f 1024 && exec "$@"', '-'];
    expect(await inProcess(folder, '', limited)).toMatch(/^full No room .*full\. \["ten_a\/small"\] \[\]$/);
    expect(existsSync(join(folder, 'ten_a/large'))).toBe(false);
  });
});

const run = promisify(execFile);

/** Whether this machine lets a process mount file systems of its own. */
const canMount = run('unshare', ['-rm', 'true']).then(
  () => true,
  () => false,
);

/** The output of a process that stores a small file, then one of 4 MiB. */
async function inProcess(folder: string, before: string, words: readonly string[] = []): Promise<string> {
  const program = `
    import { readdirSync } from 'node:fs';
    const { openDiskStorage } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
    const folder = ${JSON.stringify(folder)};
    ${before}
    try {
      const storage = await openDiskStorage(folder);
      for (const [key, pieces] of [['small', 1], ['large', 64]])
        await storage.put('ten_a/' + key, Array(pieces).fill(new Uint8Array(65_536)), { contentType: 'image/png' });
    } catch ({ fault, message }) {
      const keys = fault === 'full' ? readdirSync(folder + '/ten_a').map((name) => 'ten_a/' + name) : [];
      const left = fault === 'full' ? readdirSync(folder + '/.unfinished') : [];
      console.log(fault, message, JSON.stringify(keys), JSON.stringify(left));
    }`;
  const [file = '', ...rest] = [...words, process.execPath, '--input-type=module', '-e', program];
  return (await run(file, rest)).stdout.trim();
}
