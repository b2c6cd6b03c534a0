import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSimulator } from '../../../simulator/src/index.ts';
import { type Body, createClient } from '../harness.ts';
import { worldOf } from '../world.ts';
import { useExternalDatabases } from './external-database.fixture.ts';
import { hubbub, run, startService, temporaryFolder, useProcesses } from './processes.fixture.ts';

useProcesses();
const { external } = useExternalDatabases();

let simulator: Awaited<ReturnType<typeof startSimulator>>;
const simulatorDir = temporaryFolder();
beforeAll(async () => {
  simulator = await startSimulator({ dataDir: simulatorDir });
});
afterAll(() => simulator.close());

type Settings = Record<string, string>;

async function rejection(settings: Settings): Promise<string> {
  const { ended, err } = run([], { PORT: '0', ...settings });
  expect(await ended).toBe(1);
  expect(err()).toMatch(/^Hubbub cannot start: [^\n]+\n$/);
  return err();
}

async function failedChecks(settings: Settings): Promise<string[]> {
  const { checks } = JSON.parse((await hubbub(['doctor', '--json'], settings)).out);
  return checks.filter(({ ok }: Body) => !ok).map(({ check }: Body) => check);
}

const S3 = {
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'media',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

test('a process with another media location does not start, and a moved folder is adopted', async () => {
  const { settings } = await external(simulator.url);
  const first = { ...settings, DATA_DIR: temporaryFolder() };
  const second = { ...settings, DATA_DIR: temporaryFolder() };
  const running = await startService(first);
  const form = new FormData();
  const { simulatorUrl } = await worldOf(running);
  form.set('file', await (await fetch(`${simulatorUrl}/files/sample.jpg`)).blob(), 'a.jpg');
  expect((await createClient(running.url, running.key).post('/v1/media/upload', form)).status).toBe(201);
  const id = readFileSync(join(first.DATA_DIR, 'media/storage-id'), 'utf8').trim();

  // Another folder, and a store: both are rejected, and the doctor sees it.
  const said = await rejection(second);
  expect(said).toMatch(/DATA_DIR leads to another location for media .*hubbub -- media adopt/);
  expect(said).toContain(id);
  expect(existsSync(join(second.DATA_DIR, 'media/storage-id'))).toBe(false);
  expect(await rejection({ ...first, ...S3 })).toMatch(/S3_BUCKET leads to another location .*the bucket media at/);
  expect(await failedChecks(second)).toContain('media location');
  expect(await failedChecks(first)).not.toContain('media location');

  // A second process with the same folder starts.
  const beside = await startService(first);
  expect((await createClient(beside.url, running.key).get('/v1/media')).body.data).toHaveLength(1);

  // Not while a service runs, and not without the files.
  expect(await hubbub(['media', 'adopt'], second)).toMatchObject({ code: 1, err: expect.stringMatching(/Stop every/) });
  for (const { child, ended } of [running, beside]) {
    child.kill('SIGTERM');
    await ended;
  }
  expect(await hubbub(['media', 'adopt'], second)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/1 of 1 media files are not there/),
  });

  // A copy of the files, without the id, becomes the location; the first folder is rejected then.
  for (const name of readdirSync(join(first.DATA_DIR, 'media')))
    if (name !== 'storage-id')
      cpSync(join(first.DATA_DIR, 'media', name), join(second.DATA_DIR, 'media', name), { recursive: true });
  expect(await hubbub(['media', 'adopt'], second)).toMatchObject({ code: 0, out: expect.stringMatching(/1 of 1/) });
  expect(await failedChecks(second)).not.toContain('media location');
  expect(await rejection(first)).toContain(second.DATA_DIR);

  // Without its files a folder is only taken by force.
  rmSync(join(first.DATA_DIR, 'media'), { recursive: true });
  expect((await hubbub(['media', 'adopt'], first)).code).toBe(1);
  expect((await hubbub(['media', 'adopt', '--force'], first)).code).toBe(0);
  await startService(first);
});
