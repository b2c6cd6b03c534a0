import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlaybackFacts } from '../file-facts.ts';
import { completeWithFfprobe } from './ffprobe.ts';

const FACTS: PlaybackFacts = { kind: 'video', seconds: 3 };
const OUTPUT =
  '{"streams":[{"codec_type":"video","codec_name":"h264","width":64,"height":48}],"format":{"duration":"3"}}';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ffprobe-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The facts by a script in the place of ffprobe. */
async function factsBy(script: string): Promise<PlaybackFacts> {
  const program = join(folder, `${Math.random()}`);
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o755);
  return completeWithFfprobe('/video', FACTS, program);
}

test('ffprobe that is stopped rejects the file', async () => {
  const tooLong = { name: 'UnreadableFile', fault: 'too_large', message: 'takes too long to be checked' };
  await expect(factsBy('kill -9 $$')).rejects.toMatchObject(tooLong);
  await expect(factsBy('while :; do echo "a long line of output, again and again"; done')).rejects.toMatchObject(
    tooLong,
  );
});

test('ffprobe that fails, or whose output cannot be read, rejects the file', async () => {
  await expect(factsBy('exit 1')).rejects.toMatchObject({ fault: 'broken' });
  await expect(factsBy('echo "{"')).rejects.toMatchObject({ fault: 'broken' });
});

test('files are accepted without ffprobe', async () => {
  expect(await completeWithFfprobe('/video', FACTS, '/there/is/none')).toEqual(FACTS);
});

test('ffprobe runs with low priority, little memory and little time of the processor', async () => {
  const facts = await factsBy(
    `[ "$(ulimit -d)" = 786432 ] && [ "$(ulimit -t)" = 5 ] || exit 1
     for _ in 1 2 3 4 5 6 7 8 9 10; do [ "$(nice)" = 5 ] && echo '${OUTPUT}' && exit; sleep 0.1; done; exit 1`,
  );
  expect(facts).toMatchObject({ videoCodec: 'h264', width: 64 });
});
