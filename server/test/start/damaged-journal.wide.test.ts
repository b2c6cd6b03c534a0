import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Body, createClient } from '../harness.ts';
import { hubbub, initialisedFolder, startService, useProcesses } from './processes.fixture.ts';

useProcesses();

async function stop({ child, ended }: Awaited<ReturnType<typeof startService>>): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

test("half a line at the end of the simulator's journal is cut off with a warning", async () => {
  const settings = { DATA_DIR: initialisedFolder(), LOG_LEVEL: 'warn' };
  await stop(await startService(settings));
  appendFileSync(
    join(settings.DATA_DIR, 'simulator/worlds/w_00000000000000000000000000000001/journal.jsonl'),
    '[["twitter/posts","1",{"te',
  );
  const again = await startService(settings);
  expect(again.err()).toMatch(/half a line, which was cut off/);
  expect((await fetch(`${again.url}/simulator/health`)).status).toBe(200);
});

test('a damaged journal of the simulator stops no service, and everybody hears how to mend it', async () => {
  const settings = { DATA_DIR: initialisedFolder() };
  const path = join(settings.DATA_DIR, 'simulator/worlds/w_00000000000000000000000000000001/journal.jsonl');
  const first = await startService(settings);
  const { key } = first;
  await stop(first);
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
    const service = await startService({ ...settings, SIMULATOR });
    expect([service.out(), service.err()]).toEqual([expect.stringMatching(fault), expect.stringMatching(fault)]);
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    expect((await createClient(service.url, key).get('/v1/accounts')).body.data.length).toBeGreaterThan(0);
    if (SIMULATOR === 'on') {
      const page = await fetch(`${service.url}/simulator/`);
      expect([page.status, await page.text()]).toEqual([503, expect.stringMatching(fault)]);
      expect(await examined()).toMatchObject({ code: 1, checks: ['simulator'], text: expect.stringMatching(fault) });
    }
    await stop(service);
  }

  writeFileSync(path, whole);
  const mended = await startService(settings);
  expect((await fetch(`${mended.url}/simulator/health`)).status).toBe(200);
  expect(await examined()).toMatchObject({ code: 0, checks: [] });
});
