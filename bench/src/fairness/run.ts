import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../../server/src/core/ids.ts';
import { openDatabase } from '../../../server/src/db/database.ts';
import { keys } from '../../../server/src/features/keys/index.ts';
import { workspaces } from '../../../server/src/features/workspaces/index.ts';
import { type Load, openLoad } from '../measure/load.ts';
import { quantile, type Spread, spreadOf } from '../measure/statistics.ts';
import { outputOf, startNode } from '../run/child.ts';
import { CONCURRENCY } from '../run/http-contender.ts';
import { sampleText } from '../run/sample.ts';
import { type RunningService, startService } from '../run/service.ts';
import type { FloodCounts, FloodPlan } from './flood.ts';
import { floodsOf } from './floods.ts';

const LARGE_POSTS = 5000;
const SMALL_POSTS = 50;
/** Requests of the small tenant in each measurement, one after the other with a pause. */
const COUNT = 200;
const PAUSE_MS = 10;
/** A measurement beside a flood ends after this time, also with fewer requests. */
const MEASURE_MS_MAX = 5000;
/** Until a flood runs evenly. */
const WARM_MS = 1000;

interface Figures {
  readonly aloneMs: readonly number[];
  readonly besideMs: readonly number[];
  readonly flood: FloodCounts;
}

/**
 * The time of a small tenant's `GET /v1/posts?limit=5`, alone and right after that beside floods of others. Each flood
 * comes from a niced process of its own, which ignores `Retry-After`. Returns a table.
 */
export async function fairness(rounds: number): Promise<string[]> {
  const service = await startService();
  const small = { ...service, key: await newKey(service) };
  await addPosts(service, LARGE_POSTS);
  await addPosts(small, SMALL_POSTS);
  const probe = openLoad(service.url, 1, 200, () => ({
    method: 'GET',
    path: '/v1/posts?limit=5',
    headers: { authorization: `Bearer ${small.key}` },
  }));
  const floods = await floodsOf(service);
  const figures = new Map<string, Figures[]>(floods.map(({ name }) => [name, []]));
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const { name, plan } of floods) {
        const measured = await measure(probe, plan);
        // The first round only warms up.
        if (round > 0) figures.get(name)?.push(measured);
      }
    }
  } finally {
    await probe.close();
    await service.stop();
  }
  return [table(figures)];
}

async function measure(probe: Load, plan: FloodPlan): Promise<Figures> {
  const aloneMs = await durationsOf(probe);
  const flood = startNode([join(import.meta.dirname, 'flood.ts'), JSON.stringify(plan)], {});
  await outputOf(flood, (text) => text.includes('flooding') || undefined);
  await sleep(WARM_MS);
  const besideMs = await durationsOf(probe);
  const last = outputOf(flood, (text) => /\{.*\}/.exec(text)?.[0]);
  const ended = once(flood, 'exit');
  flood.kill('SIGTERM');
  await ended;
  return { aloneMs, besideMs, flood: JSON.parse(await last) as FloodCounts };
}

async function durationsOf(probe: Load): Promise<number[]> {
  const durationsMs: number[] = [];
  const endMs = performance.now() + MEASURE_MS_MAX;
  while (durationsMs.length < COUNT && performance.now() < endMs) {
    durationsMs.push(...(await probe.run(1)));
    await sleep(PAUSE_MS);
  }
  return durationsMs;
}

async function newKey({ databaseUrl }: RunningService): Promise<string> {
  const db = openDatabase({ url: databaseUrl, connectionsMax: 1, log: () => {} });
  const { id: workspaceId } = await workspaces.create(db.system, newId('brand'), 'enterprise');
  const tenantId = await workspaces.tenantOf(db.system, workspaceId, 'test');
  const { rawKey } = await keys.create(db.system, tenantId, 'test', 'small');
  await db.close();
  return rawKey;
}

async function addPosts({ url, key }: RunningService, count: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const load = openLoad(url, CONCURRENCY, 201, () => ({
    method: 'POST',
    path: '/v1/posts',
    headers,
    body: JSON.stringify({ text: sampleText() }),
  }));
  await load.run(count);
  await load.close();
}

function table(figures: ReadonlyMap<string, readonly Figures[]>): string {
  const lines = [
    "### A small tenant's `GET /v1/posts?limit=5`, in ms",
    '',
    '| beside | p50 alone | p50 beside | ratio | p99 alone | p99 beside | min–max | others answered | p99 | shed | p99 |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...[...figures].map(([name, rounds]) => row(name, rounds)),
  ];
  return `${lines.join('\n')}\n`;
}

function row(name: string, rounds: readonly Figures[]): string {
  const over = (figure: (round: Figures) => number): Spread => spreadOf(rounds.map(figure));
  const at = (share: number, of: 'aloneMs' | 'besideMs') => over((round) => quantile(round[of], share));
  const flood = (wanted: (status: string) => boolean) => {
    const statuses = rounds.flatMap((round) => Object.entries(round.flood).filter(([status]) => wanted(status)));
    const count = statuses.reduce((sum, [, of]) => sum + of.count, 0);
    return [String(count), count === 0 ? '' : Math.max(...statuses.map(([, of]) => of.p99Ms)).toFixed(0)];
  };
  const ratio = over(({ aloneMs, besideMs }) => quantile(besideMs, 0.5) / quantile(aloneMs, 0.5));
  const p99 = at(0.99, 'besideMs');
  return `| ${[
    name,
    at(0.5, 'aloneMs').median.toFixed(1),
    at(0.5, 'besideMs').median.toFixed(1),
    `**${ratio.median.toFixed(1)}**`,
    at(0.99, 'aloneMs').median.toFixed(1),
    `**${p99.median.toFixed(1)}**`,
    `${p99.min.toFixed(1)}–${p99.max.toFixed(1)}`,
    ...flood((status) => status !== '503'),
    ...flood((status) => status === '503'),
  ].join(' | ')} |`;
}
