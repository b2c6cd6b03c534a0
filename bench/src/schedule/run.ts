import { loadavg } from 'node:os';
import { join } from 'node:path';
import { quantile, spreadOf } from '../measure/statistics.ts';
import { outputOf, startNode, stopChild } from '../run/child.ts';
import { createTenants, runMachinery, runPipeline } from './hubbub.ts';
import { type Due, type EngineFigures, isSmall, type Platform } from './load.ts';

/** One line of the table in one round. */
interface Line {
  readonly title: string;
  readonly figures: readonly number[];
}

/** B4: 10,000 targets due within one second. Returns the rows of a table. */
export async function schedule(rounds: number): Promise<string[]> {
  const dataDir = await createTenants();
  const measured = new Map<string, Line[]>();
  const add = (line: Line) => {
    measured.set(line.title, [...(measured.get(line.title) ?? []), line]);
    // A run takes minutes, so a later failure must not lose earlier results.
    console.error(row(line.title, [line]), `load ${loadavg()[0]?.toFixed(1)}`);
  };
  const loads: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    loads.push((loadavg()[0] ?? 0).toFixed(1));
    await withPlatform(async (platform) => {
      const figures = await runMachinery(dataDir, platform);
      add(line('**Hubbub, claim machinery**, until the claim', figures, figures.claims ?? []));
      add(line('Hubbub, claim machinery, until the call', figures, await platform.arrivals()));
    });
    await withPlatform(async (platform) => {
      const figures = await runPipeline(dataDir, platform);
      add(line('**Hubbub, whole pipeline**, until the claim', figures, figures.claims ?? []));
      add(line('Hubbub, whole pipeline, until the call', figures, await platform.arrivals()));
    });
  }
  const table = [
    '### 10,000 targets due within one second: 9,000 of one tenant on 90 accounts, ten of each of 100 tenants',
    '',
    'The claim machinery is our worker with its real claims, leases, account order and settlements around the same 5 ms call to a platform. The whole pipeline does for the same targets what publishing needs: it reads the post, commits the intent before the call, and evidence, status, journal, event and deliveries after it.',
    '',
    '| | p50 s | p99 s | min–max of p99 | max s | small tenants p50 | p99 | max | early | node µs/target | database µs/target |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...[...measured].map(([title, lines]) => row(title, lines)),
    '',
    `Medians of ${rounds} rounds; load average (one minute, 2 cores) when they began: ${loads.join(', ')}.`,
  ];
  return [`${table.join('\n').trimEnd()}\n`];
}

function line(
  title: string,
  { due, nodeMicroseconds, postgresMicroseconds }: EngineFigures,
  at: readonly (readonly [number, number])[],
): Line {
  const lateMs = new Map(at.map(([number, atMs]) => [number, atMs - (due[number] as Due).dueMs]));
  const all = due.map(({ number }) => lateMs.get(number) ?? Number.POSITIVE_INFINITY);
  const small = due.filter(isSmall).map(({ number }) => lateMs.get(number) ?? Number.POSITIVE_INFINITY);
  const seconds = (values: readonly number[]) => [0.5, 0.99, 1].map((share) => quantile(values, share) / 1000);
  const early = all.filter((late) => late < 0).length;
  return { title, figures: [...seconds(all), ...seconds(small), early, nodeMicroseconds, postgresMicroseconds] };
}

function row(title: string, lines: readonly Line[]): string {
  const spreads =
    lines[0]?.figures.map((_, column) => spreadOf(lines.map(({ figures }) => figures[column] as number))) ?? [];
  const cells = spreads.map(({ median }, column) => (column < 6 ? median.toFixed(2) : String(Math.round(median))));
  const p99 = spreads[1];
  cells.splice(2, 0, p99 === undefined ? '' : `${p99.min.toFixed(2)}–${p99.max.toFixed(2)}`);
  return `| ${[title, ...cells].join(' | ')} |`;
}

async function withPlatform<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
  const child = startNode([join(import.meta.dirname, 'platform.ts')], {});
  const url = await outputOf(child, (text) => /http:\S+/.exec(text)?.[0]);
  try {
    return await work({ url, arrivals: async () => (await fetch(`${url}/arrivals`)).json() as never });
  } finally {
    await stopChild(child);
  }
}
