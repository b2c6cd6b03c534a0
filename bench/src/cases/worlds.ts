import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NODE_FLAGS } from '../../../server/test/node-flags.ts';
import { memoryOf } from '../measure/processes.ts';
import { type Spread, spreadOf } from '../measure/statistics.ts';
import { outputOf, startNode, stopChild } from '../run/child.ts';
import { temporaryFolder } from '../run/folder.ts';
import { sampleText } from '../run/sample.ts';

const SIMULATOR = join(import.meta.dirname, '../run/simulator.ts');
const WORLDS = 1000;
const ONE = 'w_00000000000000000000000000000000';
const POSTS = 10;
const AT_ONCE = 20;
/** Longer than it takes to use every world. */
const IDLE_MS = 20_000;
/** Until then garbage is collected. */
const SETTLE_MS = 12_000;
const MEGABYTE = 1_000_000;

export interface WorldsFigures {
  readonly seconds: Readonly<Record<string, Spread>>;
  readonly megabytes: Readonly<Record<string, Spread>>;
}

/** The cost of 1,000 idle worlds of the simulator, each with an account and its posts. */
export async function worlds(rounds: number): Promise<WorldsFigures> {
  const [single, full] = [temporaryFolder('world'), temporaryFolder('worlds')];
  const first = await startProcess(single);
  const token = await furnish(first.url, ONE);
  await first.stop();
  const maker = await startProcess(full);
  const tokens = await inEach((id) => furnish(maker.url, id));
  await maker.stop();

  const seconds = { one: [] as number[], asleep: [] as number[], killed: [] as number[] };
  const bytes = { one: [] as number[], asleep: [] as number[], oneUsed: [] as number[], used: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const one = await startProcess(single);
    seconds.one.push(one.readySeconds);
    bytes.one.push(await one.idleBytes());
    await inEach(() => publish(`${one.url}/${ONE}`, token));
    await untilAllSleep(one.url);
    bytes.oneUsed.push(await one.idleBytes());
    await one.stop();

    const asleep = await startProcess(full);
    seconds.asleep.push(asleep.readySeconds);
    bytes.asleep.push(await asleep.idleBytes());
    await inEach((id) => publish(`${asleep.url}/${id}`, tokens.get(id) ?? ''));
    await untilAllSleep(asleep.url);
    bytes.used.push(await asleep.idleBytes());
    await inEach((id) => publish(`${asleep.url}/${id}`, tokens.get(id) ?? ''));
    await asleep.kill();

    const killed = await startProcess(full);
    seconds.killed.push(killed.readySeconds);
    await killed.stop();
  }
  const megabytes = (values: readonly number[]) => spreadOf(values.map((value) => value / MEGABYTE));
  return {
    seconds: {
      'One world, asleep': spreadOf(seconds.one),
      '1,000 worlds, asleep': spreadOf(seconds.asleep),
      '1,000 worlds, after a kill in the middle of their use': spreadOf(seconds.killed),
    },
    megabytes: {
      'One world, not used since the start': megabytes(bytes.one),
      '1,000 worlds, not used since the start': megabytes(bytes.asleep),
      'One world, asleep after 1,000 posts': megabytes(bytes.oneUsed),
      '1,000 worlds, asleep after one post in each': megabytes(bytes.used),
    },
  };
}

async function startProcess(dataDir: string) {
  const startedMs = performance.now();
  const child = startNode([...NODE_FLAGS, SIMULATOR], { DATA_DIR: dataDir, IDLE_MS: String(IDLE_MS) });
  const url = await outputOf(child, (text) => /http:\S+/.exec(text)?.[0]);
  const readySeconds = (performance.now() - startedMs) / 1000;
  return {
    url,
    readySeconds,
    async idleBytes() {
      await sleep(SETTLE_MS);
      return memoryOf(child.pid as number).reduce((sum, { bytes }) => sum + bytes, 0);
    },
    stop: () => stopChild(child),
    async kill() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs the work for the id of each world, some at once; gives the results by id. */
async function inEach<T>(work: (id: string) => Promise<T>): Promise<Map<string, T>> {
  const ids = Array.from({ length: WORLDS }, (_none, index) => `w_${String(index).padStart(32, '0')}`);
  const results = new Map<string, T>();
  const left = ids.values();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (const id of left) results.set(id, await work(id));
  });
  await Promise.all(workers);
  return results;
}

/** Makes a world with an account and posts; gives the account's token. */
async function furnish(operator: string, id: string): Promise<string> {
  await fetch(`${operator}/worlds/${id}`, { method: 'PUT' });
  const world = `${operator}/${id}`;
  const headers = { 'content-type': 'application/json' };
  await fetch(`${world}/control/settings`, { method: 'PUT', headers, body: '{"rate_limits":false}' });
  const options = { method: 'POST', headers, body: '{"platform":"mastodon"}' };
  const account = (await (await fetch(`${world}/control/accounts`, options)).json()) as {
    tokens: { access_token: string };
  };
  for (let count = 0; count < POSTS; count++) await publish(world, account.tokens.access_token);
  return account.tokens.access_token;
}

async function publish(world: string, token: string): Promise<void> {
  const response = await fetch(`${world}/mastodon/api/v1/statuses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams({ status: sampleText() }),
  });
  if (!response.ok) throw new Error(`a simulated post was rejected: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

async function untilAllSleep(operator: string): Promise<void> {
  for (;;) {
    const { worlds } = (await (await fetch(`${operator}/worlds`)).json()) as { worlds: { is_awake: boolean }[] };
    if (worlds.every(({ is_awake }) => !is_awake)) return;
    await sleep(2000);
  }
}
