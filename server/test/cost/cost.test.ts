import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { asOwner } from '../../src/db/inspect.ts';
import { type ApiResponse, startTestService, type TestService, type TestWorkspace, until } from '../harness.ts';
import { comment, image, targetsOn, visitor, waiting } from '../steps.ts';
import { endOfWal, readWal, type Written } from './read-wal.ts';
import { countTransactions } from './transaction-counter.ts';

interface Cost extends Written {
  readonly transactions: number;
  /** With those that take the role and name the tenant, and with `begin` and `commit`. */
  readonly statements: number;
}

const FILE = join(import.meta.dirname, 'costs.json');
const isWriting = process.env.COSTS === 'write';
const table: { postgres: string; costs: Record<string, Cost> } = JSON.parse(readFileSync(FILE, 'utf8'));
/** What else happens in the service and in pages only adds, so the least of several repetitions counts. */
const REPETITIONS = 10;
/** Numbers in JSON and splits of keys have no fixed length. */
const BYTES_TOLERANCE = 1.02;
const TOO_DEAR =
  'An operation costs more than server/test/cost/costs.json allows. Make it cheaper again; or run `COSTS=write npm test -- server/test/cost`, commit the table and say in the commit message why.';

const [server] = await asOwner(inject('templateUrl'), async (client) => {
  const found = await client.query(
    `select split_part(current_setting('server_version'), '.', 1) as version, current_setting('is_superuser') = 'on' as "isSuperuser"`,
  );
  return found.rows;
});
const reason = server.isSuperuser
  ? server.version !== table.postgres && !isWriting && `the table is for PostgreSQL ${table.postgres}`
  : 'only a superuser reads the write-ahead log';

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const five = ['mastodon', 'twitter', 'instagram', 'facebook', 'bluesky'] as const;
const transactions = countTransactions();
/** What workers send when there is nothing to do. */
let polls: ReadonlySet<string>;
let service: TestService;
let ws: TestWorkspace;
let owner: pg.Client;

beforeAll(async () => {
  if (reason) return;
  service = await startTestService({ POLL_SECONDS: '3600' }, { throughDatabase: transactions.before });
  polls = await statementsAtRest();
  ws = await service.workspace({ plan: 'enterprise', platforms: five });
  owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  await owner.query('create extension pg_walinspect');
});
afterAll(async () => {
  await owner?.end();
  await service?.close();
  transactions.close();
});

/** All statements until several rounds of all workers bring no other one. */
async function statementsAtRest(): Promise<Set<string>> {
  let seen = new Set<string>();
  for (
    let [size, at] = [0, 0];
    seen.size === 0 || transactions.sent.length < at + 50;
    seen = new Set(transactions.sent.flat())
  ) {
    if (seen.size > size) [size, at] = [seen.size, transactions.sent.length];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return seen;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  // A reading in between. The more targets wait for it, the more bytes has the next one.
  await owner.query(`update metric_readings set new_targets = '{}' where new_targets <> '{}'`);
  const from = await endOfWal(owner);
  const before = transactions.sent.length;
  await work();
  const sent = transactions.sent.slice(before).filter((texts) => !texts.every((text) => polls.has(text)));
  const written = await readWal(owner, from, await endOfWal(owner));
  return { transactions: sent.length, statements: sent.flat().length, ...written };
}

const keysOf = (cost: Cost) => Object.keys(cost) as (keyof Cost)[];
const lower = (one: Cost, other: Cost) =>
  Object.fromEntries(keysOf(one).map((key) => [key, Math.min(one[key], other[key])])) as unknown as Cost;
const excesses = (cost: Cost, most: Cost | undefined) =>
  keysOf(cost)
    .filter((key) => cost[key] > (most?.[key] ?? -1) * (key === 'walBytes' ? BYTES_TOLERANCE : 1))
    .map((key) => `${key}: ${cost[key]} instead of ${most?.[key]}`);

let count = 0;
async function create(fields: object, options = {}): Promise<ApiResponse['body']> {
  const { status, body, text } = await ws.api.post('/v1/posts', { text: `Post ${++count}`, ...fields }, options);
  if (status !== 201) throw new Error(text);
  return body;
}

/** Until the database has one more such row than before the work. */
async function oneMore(from: string, work: () => Promise<unknown>): Promise<void> {
  const rows = async () => (await owner.query(`select count(*)::int as count from ${from}`)).rows[0].count;
  const before = await rows();
  await work();
  await until(async () => (await rows()) > before, `one more of ${from}`);
}

const onMastodon = () => targetsOn(ws, 'mastodon');
const scheduled = () => create({ targets: onMastodon(), scheduled_at: tomorrow });

test.for<[name: string, prepare: () => Promise<() => Promise<unknown>>]>([
  [
    'read a post',
    async () => {
      const { id } = await create({ targets: onMastodon() });
      return () => ws.api.get(`/v1/posts/${id}`);
    },
  ],
  ['list posts', async () => () => ws.api.get('/v1/posts')],
  ['create a draft', async () => () => create({ targets: onMastodon() })],
  ['create a scheduled post with 1 target', async () => scheduled],
  [
    'create a scheduled post with 5 targets',
    async () => () => create({ media: [image], targets: targetsOn(ws, ...five), scheduled_at: tomorrow }),
  ],
  [
    'create and publish a post with 1 target',
    async () => () =>
      oneMore("posts where status = 'published'", () => create({ targets: onMastodon(), publish_now: true })),
  ],
  [
    'receive a comment',
    async () => {
      const post = await create({ media: [image], targets: targetsOn(ws, 'instagram'), publish_now: true }, waiting);
      const id = post.targets[0].platform_post_id;
      return () => oneMore('comments', () => comment(ws, 'instagram', id, 'A comment'));
    },
  ],
  [
    'receive a message',
    async () => () => oneMore('messages', () => visitor(ws, 'instagram', 'message', { text: 'A message' })),
  ],
  [
    'create a scheduled post with 1 target and deliver its event',
    async () => {
      await ws.api.post('/v1/webhooks', { url: 'https://simulator.test/receiver/cost', events: ['post.scheduled'] });
      return () => oneMore("deliveries where status = 'success'", scheduled);
    },
  ],
])('%s', async ([name, prepare], { skip }) => {
  if (reason) return skip(reason);
  const work = await prepare();
  // The first time inserts rows that are updated ever after, so its figures are not those of the others.
  await work();
  let least: Cost | undefined;
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const cost = await costOf(work);
    least = least === undefined ? cost : lower(least, cost);
    if (!isWriting && excesses(least, table.costs[name]).length === 0) return;
  }
  if (!isWriting) return expect(excesses(least as Cost, table.costs[name]), TOO_DEAR).toEqual([]);
  table.postgres = server.version;
  table.costs[name] = least as Cost;
  writeFileSync(FILE, `${JSON.stringify(table, null, 2)}\n`);
});
