import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../../simulator/src/index.ts';
import { connectors } from '../../src/connectors/index.ts';
import { type Body, createClient, until } from '../harness.ts';
import { useExternalDatabases } from './external-database.fixture.ts';
import { run, startService, temporaryFolder, useProcesses } from './processes.fixture.ts';

useProcesses();

// The simulator lives in this process, so it outlives every kill.
const simulatorDir = mkdtempSync(join(tmpdir(), 'hubbub-start-simulator-'));
let simulator: Awaited<ReturnType<typeof startSimulator>>;
beforeAll(async () => {
  simulator = await startSimulator({ dataDir: simulatorDir });
});
afterAll(async () => {
  await simulator.close();
  rmSync(simulatorDir, { recursive: true, force: true });
});

const { owner, external: externalSettings } = useExternalDatabases();
const external = () => externalSettings(simulator.url);

async function rowsOf(name: string) {
  return owner(name, async (client) => {
    const { rows } =
      await client.query(`select (select count(*)::int from workspaces) as workspaces, (select count(*)::int from api_keys) as keys,
      (select string_agg(platform, ' ' order by platform) from accounts) as platforms`);
    return rows[0];
  });
}

const PLATFORMS = Object.keys(connectors).sort();
const SEEDED = { workspaces: 1, keys: 1, platforms: PLATFORMS.join(' ') };

test('one of two first starts at the same time on one database makes the workspace', async () => {
  const { name, settings } = await external();
  const DATA_DIR = temporaryFolder();
  const started = await Promise.all([1, 2].map(() => startService({ ...settings, DATA_DIR })));
  const keys = started.map(({ key }) => key).filter((key) => key !== '');
  expect(keys).toHaveLength(1);
  expect(await rowsOf(name)).toEqual(SEEDED);
  for (const { url } of started)
    expect((await createClient(url, keys[0] as string).get('/v1/accounts')).body.data).toHaveLength(PLATFORMS.length);
});

test('the next start completes a first start that was killed', async () => {
  const { name, settings } = await external();
  const dataDir = temporaryFolder();
  const way = await wayTo(simulator.url);
  const through = { ...settings, SIMULATOR_URL: way.url, DATA_DIR: dataDir };
  const killed = run([], { ...through, PORT: '0' });
  await way.closedAt('/twitter/');
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(await rowsOf(name)).toEqual({ workspaces: 1, keys: 0, platforms: 'instagram' });
  way.open();
  // The lock falls with the connection, once the server has seen that it is gone.
  const { key, url } = await startService(through);
  expect(await rowsOf(name)).toEqual(SEEDED);
  const { data } = (await createClient(url, key).get('/v1/accounts')).body;
  expect(data.map((account: Body) => account.status)).toEqual(PLATFORMS.map(() => 'active'));
});

test('the simulator of several processes sends callbacks to their public address', async () => {
  const { settings } = await external();
  const way = await wayTo('http://127.0.0.1:1');
  const started = run([], { ...settings, PUBLIC_URL: way.url, DATA_DIR: temporaryFolder(), PORT: '0' });
  await way.closedAt('/callbacks/test/');
  started.child.kill('SIGKILL');
  await started.ended;
});

test('a simulator that does not respond delays the accounts, not the service', async () => {
  const { name, settings } = await external();
  const { key, out, url } = await startService({
    ...settings,
    SIMULATOR_URL: 'http://127.0.0.1:1',
    DATA_DIR: temporaryFolder(),
  });
  expect(key).toMatch(/^hub_test_/);
  expect(out()).toMatch(
    /! The simulator at http:\/\/127.0.0.1:1 could not be used .*accounts connect-simulated --workspace first/,
  );
  expect(await rowsOf(name)).toEqual({ ...SEEDED, platforms: null });
  await until(async () => (await fetch(`${url}/health/ready`)).status === 200, 'it is ready');
});

/** A way to the simulator on which the first call of a path goes no further, until it is open. */
async function wayTo(target: string) {
  let isOpen = false;
  let closed: { readonly path: string; readonly reached: () => void } | undefined;
  const server = createServer((incoming, answer) => {
    if (!isOpen && closed !== undefined && incoming.url?.includes(closed.path)) return closed.reached();
    const { method, headers, url } = incoming;
    const onward = request(`${target}${url}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    closedAt: (path: string) =>
      new Promise<void>((reached) => {
        closed = { path, reached };
      }),
    open: () => {
      isOpen = true;
    },
  };
}
