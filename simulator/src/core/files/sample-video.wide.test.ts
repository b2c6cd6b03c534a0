import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const path = join(import.meta.dirname, 'sample.mp4');
const isInstalled = await run('ffmpeg', ['-version']).then(
  () => true,
  () => false,
);
if (!isInstalled) console.log('ffmpeg is not installed: the sample video is not decoded.');

test.runIf(isInstalled)('a real decoder finds no fault in the sample video, its pictures and its sound', async () => {
  const { stderr } = await run('ffmpeg', ['-v', 'warning', '-xerror', '-i', path, '-f', 'null', '-']);
  expect(stderr).toBe('');
});
