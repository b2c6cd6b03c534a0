import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Body, createClient, until } from '../harness.ts';
import { worldOf } from '../world.ts';
import { hubbub, initialisedFolder, startService, useProcesses } from './processes.fixture.ts';

useProcesses();

async function stop({ child, ended }: Awaited<ReturnType<typeof startService>>): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

/** The journal of the first workspace's world. */
function journalIn(dataDir: string): string {
  const worlds = join(dataDir, 'simulator/worlds');
  const [world = ''] = readdirSync(worlds).filter((name) => name.startsWith('w_'));
  return join(worlds, world, 'journal.jsonl');
}

test("half a line at the end of a world's journal is cut off with a warning", async () => {
  const settings = { DATA_DIR: initialisedFolder(), LOG_LEVEL: 'warn' };
  const first = await startService(settings);
  await stop(first);
  appendFileSync(journalIn(settings.DATA_DIR), '[["twitter/posts","1",{"te');
  const again = await startService(settings);
  const { control } = await worldOf({ url: again.url, key: first.key });
  expect((await control('GET', 'accounts')).accounts.length).toBeGreaterThan(0);
  await until(async () => /half a line, which was cut off/.test(again.err()), 'the warning is logged');
  expect((await fetch(`${again.url}/simulator/health`)).status).toBe(200);
});

test('a damaged journal stops its own world only, and everybody hears how to mend it', async () => {
  const settings = { DATA_DIR: initialisedFolder() };
  const first = await startService(settings);
  const { key } = first;
  const { simulatorUrl: world } = await worldOf(first);
  await stop(first);
  const path = journalIn(settings.DATA_DIR);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, `[["half a line[["${whole}`);
  const fault = /journal\.jsonl, line 1\)\. Delete that line/;
  const examined = async () => {
    const { code, out } = await hubbub(['doctor', '--json'], settings);
    const failed = JSON.parse(out).checks.filter(({ ok }: Body) => !ok);
    return { code, checks: failed.map(({ check }: Body) => check), text: out };
  };

  expect(await examined()).toMatchObject({ code: 1, checks: ['simulator'], text: expect.stringMatching(fault) });
  for (const SIMULATOR of ['on', 'off']) {
    const service = await startService({ ...settings, SIMULATOR, LOG_LEVEL: 'warn' });
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    const api = createClient(service.url, key);
    expect((await api.get('/v1/accounts')).body.data.length).toBeGreaterThan(0);
    expect(await api.get('/v1/test/world')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    await until(async () => fault.test(service.err()), 'the log names the line');
    if (SIMULATOR === 'on') {
      const page = await fetch(`${service.url}${new URL(world).pathname}/`);
      expect([page.status, await page.text()]).toEqual([503, expect.stringMatching(fault)]);
      expect(await examined()).toMatchObject({ code: 1, checks: ['simulator'], text: expect.stringMatching(fault) });
      const made = await hubbub(['workspaces', 'create', '--name', 'other', '--json'], settings);
      const other = await worldOf({ url: service.url, key: JSON.parse(made.out).test_key });
      expect((await fetch(`${other.simulatorUrl}/`)).status).toBe(200);
    }
    await stop(service);
  }

  const mended = await startService(settings);
  writeFileSync(path, whole);
  expect((await fetch(`${mended.url}${new URL(world).pathname}/`)).status).toBe(200);
  expect(await examined()).toMatchObject({ code: 0, checks: [] });
});
