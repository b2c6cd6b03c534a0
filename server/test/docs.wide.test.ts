import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { copyInitialisedFolder } from './initialised-folder.ts';
import { freePort, startChild } from './kill/child-process.ts';
import { newBucket } from './s3-bucket.ts';

const DOCS = join(import.meta.dirname, '../../docs');

/** The commands of a page for a running service; those for the operator's shell run by themselves elsewhere. */
async function commandsOf(page: string): Promise<string> {
  const text = await readFile(join(DOCS, page), 'utf8');
  const blocks = [...text.matchAll(/```bash\n([\s\S]*?)```/g)].map((match) => match[1] as string);
  const kept = blocks.filter((block) => !/^npm run /m.test(block)).join('\n');
  // The values of the reader are those of the test.
  return kept.replace(/^export HUBBUB=.*\n/gm, '');
}

const all = (await readdir(DOCS)).filter((name) => name.endsWith('.md'));
const withCommands = await Promise.all(all.map(async (page) => (await commandsOf(page)) !== ''));
const pages = all.filter((_, index) => withCommands[index]);

async function startService(settings: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-docs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const dataDir = join(folder, 'data');
  copyInitialisedFolder(inject('initialisedFolder'), dataDir);
  const service = startChild('server/start.mjs', { PORT: String(port), DATA_DIR: dataDir, ...settings });
  onTestFinished(async () => {
    service.signal('SIGTERM');
    await service.exited;
  });
  const [key] = await service.says(/hub_test_\w+/);
  return { folder, env: { HUBBUB: `http://127.0.0.1:${port}`, KEY: key } };
}

/** A live key of the first workspace, for pages that make one by command at the root of the repository. */
async function liveKey(folder: string): Promise<string> {
  const words = ['run', '--silent', 'hubbub', '--', 'keys', 'create', '--workspace', 'first', '--mode', 'live'];
  const { PATH = '' } = process.env;
  const env = { PATH, DATA_DIR: join(folder, 'data') };
  const { stdout } = await promisify(execFile)('npm', words, { cwd: join(DOCS, '..'), env });
  return /hub_live_\w+/.exec(stdout)?.[0] as string;
}

async function work(page: string, settings?: Readonly<Record<string, string>>): Promise<void> {
  const { folder, env } = await startService(settings);
  const commands = await commandsOf(page);
  const script = `set -euo pipefail\n${commands}`;
  const LIVE_KEY = commands.includes('LIVE_KEY') ? await liveKey(folder) : '';
  const { PATH = '' } = process.env;
  const run = promisify(execFile)('bash', ['-c', script], {
    cwd: folder,
    env: { PATH, LIVE_KEY, ...env },
    timeout: 100_000,
  });
  const { stdout } = await run;
  // Answers about a post may hold its errors, and events the id of a request; only a rejection has both side by side.
  expect(stdout).not.toMatch(/"code":"[^"]*","request_id"/);
  expect(stdout).toContain('"status":"published"');
}

const store = process.env.S3_TEST_ENDPOINT;
if (store === undefined)
  console.log('left out: media.md in an S3 store needs S3_TEST_ENDPOINT=http://key:secret@host:port');

describe('the commands of the docs work as they are written', () => {
  test.each(pages)('%s', (page) => work(page), 120_000);

  test.skipIf(store === undefined)(
    'media.md in an S3 store',
    async () => work('media.md', await newBucket(store as string)),
    120_000,
  );
});
