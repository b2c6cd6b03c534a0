import pg from 'pg';
import { grownLists } from '../../../server/test/growth/lists.ts';
import { GROWN_ACCOUNTS, GROWN_ROWS, growing, ofTenant } from '../../../server/test/growth/rows.ts';
import { cpuOfProcess, cpuOfTree } from '../measure/processes.ts';
import { quantile } from '../measure/statistics.ts';
import { keysOf } from '../run/cli.ts';
import { type RunningService, startService } from '../run/service.ts';

/** Rows in each table of the tenants that are compared, and of those beside them. */
const SIZES = [1000, 100_000, Number(process.env.ROWS ?? 1_000_000)] as const;
const OTHERS = 5;
const OTHERS_ROWS = 10_000;
/** Pages of 100 posts that are read before the deep one, a thousand pages of 25 posts. */
const DEEP_PAGES = 250;
const SAMPLE_MS = 150;
const BOUND = 1.5;
/** The lists with the largest ratios are shown one by one. */
const SHOWN = 25;

interface Tenant {
  readonly key: string;
  /** The letter in its ids. */
  readonly mark: string;
  readonly rows: number;
}

interface Figures {
  readonly ms: number;
  readonly cpuMs: number;
}

/** Lists of tenants with a thousand, a hundred thousand and a million rows in each table, first pages and deep ones. */
export async function growth(rounds: number): Promise<string[]> {
  const service = await startService();
  try {
    const tenants = await fill(service);
    const first = table('First page', await measureAll(service, tenants, rounds, async (_, path) => path));
    const deep = table('A thousand pages deep, or the last page', await measureAll(service, tenants, 1, deepPath));
    return [first, deep];
  } finally {
    await service.stop();
  }
}

async function fill(service: RunningService): Promise<Tenant[]> {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  await owner.query('update accounts set poll_due_at = null');
  const tenants: Tenant[] = [];
  for (const rows of [...Array<number>(OTHERS).fill(OTHERS_ROWS), ...SIZES]) {
    const name = `grown-${tenants.length}`;
    const { test: key } = await keysOf(service.dataDir, name);
    const { rows: found } = await owner.query(
      `select t.tenant_id from tenants t join workspaces w on w.id = t.workspace_id where w.name = $1 and t.mode = 'test'`,
      [name],
    );
    const tenantId = found[0].tenant_id;
    const mark = String.fromCharCode('a'.charCodeAt(0) + tenants.length);
    for (const statement of GROWN_ACCOUNTS) await owner.query(ofTenant(statement, mark), [tenantId]);
    for (const name in GROWN_ROWS) await owner.query(ofTenant(growing(name), mark), [tenantId, rows]);
    tenants.push({ key, mark, rows });
    console.error(`${rows} rows in each table of ${name}`);
  }
  await owner.query('vacuum analyze');
  await owner.end();
  return tenants.slice(-SIZES.length);
}

type ToPath = (get: (path: string) => Promise<Response>, path: string) => Promise<string>;

/** The list's page after `DEEP_PAGES` pages, or its last one. */
const deepPath: ToPath = async (get, path) => {
  const join = path.includes('?') ? '&' : '?';
  let found = `${path}${join}limit=100`;
  for (let page = 0, cursor: string | undefined; page < DEEP_PAGES; page++) {
    const { cursor: next } = (await (
      await get(`${path}${join}limit=100${cursor ? `&cursor=${cursor}` : ''}`)
    ).json()) as { cursor?: string };
    if (next === undefined) break;
    cursor = encodeURIComponent(next);
    found = `${path}${join}limit=25&cursor=${cursor}`;
  }
  return found;
};

async function measureAll(
  service: RunningService,
  tenants: readonly Tenant[],
  rounds: number,
  toPath: ToPath,
): Promise<Map<string, Figures[]>> {
  const results = new Map<string, Figures[]>();
  const names = grownLists(1000);
  for (const [index, name] of names.entries()) {
    const samples = tenants.map((): Figures[] => []);
    for (let round = 0; round < rounds; round++)
      for (const [place, { key, mark, rows }] of tenants.entries()) {
        const get = async (path: string) => {
          const response = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
          if (response.status !== 200 && response.status !== 503)
            throw new Error(`${path}: ${response.status} ${await response.text()}`);
          return response;
        };
        const path = await toPath(get, ofTenant(grownLists(rows)[index] as string, mark));
        samples[place]?.push(await measure(service, () => get(path)));
      }
    results.set(
      name,
      samples.map((all) => ({
        ms: quantile(
          all.map(({ ms }) => ms),
          0.5,
        ),
        cpuMs: quantile(
          all.map(({ cpuMs }) => cpuMs),
          0.5,
        ),
      })),
    );
    console.error(
      name,
      results
        .get(name)
        ?.map(({ ms }) => ms.toFixed(1))
        .join(' '),
    );
  }
  return results;
}

/** Repeats a request for a while. Returns the median of its milliseconds, and the mean of its CPU. */
async function measure(service: RunningService, request: () => Promise<Response>): Promise<Figures> {
  await (await request()).arrayBuffer();
  const durations: number[] = [];
  const cpu = () => cpuOfProcess(service.pid) + cpuOfTree(service.postgresPid);
  const before = cpu();
  for (const began = performance.now(); performance.now() - began < SAMPLE_MS; ) {
    const at = performance.now();
    await (await request()).arrayBuffer();
    durations.push(performance.now() - at);
  }
  return { ms: quantile(durations, 0.5), cpuMs: (cpu() - before) / 1000 / durations.length };
}

function table(title: string, results: ReadonlyMap<string, readonly Figures[]>): string {
  const rows = [...results].map(([name, figures]) => {
    const [small, , large] = figures as [Figures, Figures, Figures];
    return { name, figures, large, ratio: Math.max(large.ms / small.ms, large.cpuMs / small.cpuMs) };
  });
  rows.sort((a, b) => b.ratio - a.ratio);
  const slow = rows.filter(({ ratio }) => ratio > BOUND).length;
  const others = rows.slice(SHOWN).map(({ large }) => large.ms);
  return [
    `### ${title}: ${rows.length} lists, ${slow} over ${BOUND}x`,
    '',
    `| list | ${SIZES.map((size) => `${size.toLocaleString('en')} rows, ms (CPU)`).join(' | ')} | ratio |`,
    '|---|---|---|---|---|',
    ...rows.slice(0, SHOWN).map(lineOf),
    '',
    `The other ${others.length} lists take ${Math.min(...others).toFixed(1)} to ${Math.max(...others).toFixed(1)} ms, ${quantile(others, 0.5).toFixed(1)} at the median, with the most rows; their ratio is at most ${rows[SHOWN]?.ratio.toFixed(1)}.`,
    '',
  ].join('\n');
}

function lineOf({ name, figures, ratio }: { name: string; figures: readonly Figures[]; ratio: number }): string {
  const cells = figures.map(({ ms, cpuMs }) => `${ms.toFixed(1)} (${cpuMs.toFixed(1)})`);
  const shown = ratio > BOUND ? `**${ratio.toFixed(1)}**` : ratio.toFixed(1);
  return `| ${[name.replaceAll('|', '\\|'), ...cells, shown].join(' | ')} |`;
}
