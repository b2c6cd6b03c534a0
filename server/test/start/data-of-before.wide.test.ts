import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readConnection } from '@hubbub/embedded-postgres';
import pg from 'pg';
import { expect, test } from 'vitest';
import { type Body, createClient, until } from '../harness.ts';
import { worldOf } from '../world.ts';
import { initialisedFolder, startService, useProcesses } from './processes.fixture.ts';
import { open, publish } from './walkthrough.fixture.ts';

useProcesses();

/** A simulator without worlds kept everything beside each other, and apps by platform. */
async function leaveAsBefore(dataDir: string, world: string, stop: () => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: (await readConnection(dataDir))?.url });
  await client.connect();
  await client.query(`delete from platform_apps where world <> ''`);
  await client.end();
  await stop();
  const simulator = join(dataDir, 'simulator');
  for (const name of ['journal.jsonl', 'files'])
    renameSync(join(simulator, 'worlds', world, name), join(simulator, name));
  rmSync(join(simulator, 'worlds'), { recursive: true });
}

test('what the simulator kept before it had worlds is in the world of the first workspace', async () => {
  const DATA_DIR = initialisedFolder();
  const first = await startService({ DATA_DIR });
  const before = await worldOf(first);
  expect((await publish(first, 'Before')).status).toBe('published');
  const world = new URL(before.simulatorUrl).pathname.split('/').at(-1) as string;
  await leaveAsBefore(DATA_DIR, world, async () => {
    first.child.kill('SIGTERM');
    await first.ended;
  });

  const again = await startService({ DATA_DIR });
  const access = { url: again.url, key: first.key };
  const { control } = await worldOf(access);
  const post = await publish(access, 'After');
  expect(post.targets.map(({ status }: Body) => status)).toEqual(open.map(() => 'published'));
  const { entries } = await control('GET', 'ledger?kind=post');
  expect(entries.filter(({ text }: Body) => text === 'Before')).toHaveLength(open.length);
  // Instagram pushes, so its app is known again and has our address.
  const { platform_id: id, account } = entries.find(
    ({ platform, text }: Body) => platform === 'instagram' && text === 'After',
  );
  const said = { platform: 'instagram', account, action: 'comment', text: 'Still there?', post_id: id };
  await control('POST', 'strangers', said);
  const api = createClient(again.url, first.key);
  const heard = async () =>
    (await api.get('/v1/events?after=0&limit=100&action=comment.received')).body.data.some(
      ({ platform }: Body) => platform === 'instagram',
    );
  await until(heard, 'the comment is here');
});
