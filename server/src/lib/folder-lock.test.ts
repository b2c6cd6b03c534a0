import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'hubbub-lock-'));
afterEach(() => rmSync(`${folder}-link`, { force: true }));

test('one process at a time holds the lock, even by another path', async () => {
  symlinkSync(folder, `${folder}-link`);
  const lock = await lockFolder(folder);
  expect(await lockFolder(`${folder}-link`)).toBeUndefined();
  expect(await lockFolder(tmpdir())).toBeDefined();
  await lock?.release();
  const again = await lockFolder(`${folder}-link`);
  expect(again).toBeDefined();
  await again?.release();
});

test('the lock ends with its process', async () => {
  const script = `
    import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)};
    console.log((await lockFolder(${JSON.stringify(folder)})) !== undefined);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect(String(await new Promise((resolve) => child.stdout.once('data', resolve))).trim()).toBe('true');
  expect(await lockFolder(folder)).toBeUndefined();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  const lock = await lockFolder(folder);
  expect(lock).toBeDefined();
  await lock?.release();
  rmSync(folder, { recursive: true });
});
