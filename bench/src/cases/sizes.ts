import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { call } from '../run/api.ts';
import { sampleText } from '../run/sample.ts';
import { type RunningService, startService } from '../run/service.ts';

/** The first posts make room that others use again, so only the later ones are counted. */
const POSTS = [200, 400] as const;
const AT_ONCE = 8;
const PLATFORMS = ['mastodon', 'bluesky', 'twitter', 'facebook', 'linkedin'] as const;
/** Platforms that tell comments at once, by the number of the post: 12 comments on 5 posts. */
const COMMENTED = ['facebook', 'bluesky', 'mastodon'] as const;
const QUIET_MS = 4000;

/** The part of a table for one post: rows, and bytes of the heap with what it overflows to, of its free space, of each index. */
export interface TableSize {
  readonly rows: number;
  readonly heap: number;
  readonly free: number;
  readonly indexes: ReadonlyMap<string, number>;
}

export const bytesOf = ({ heap, indexes }: TableSize) => [...indexes.values()].reduce((sum, size) => sum + size, heap);

/** The database that a published post with five targets and 2.4 comments takes, by table, the largest first. */
export async function sizes(): Promise<ReadonlyMap<string, TableSize>> {
  const service = await startService({ env: { POLL_SECONDS: '2' } });
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  await owner.query('create extension pg_freespacemap');
  try {
    const world = (await call(service, 'GET', '/v1/test/world')).url as string;
    await control(world, 'PUT', 'settings', { rate_limits: false, duplicate_rules: false });
    await publishAll(service, owner, world, POSTS[0]);
    const before = await measure(owner);
    await publishAll(service, owner, world, POSTS[1]);
    const after = await measure(owner);
    const grown = [...after].map(([table, size]): [string, TableSize] => [table, growth(size, before.get(table))]);
    return new Map(grown.filter(([, size]) => bytesOf(size) !== 0).sort((a, b) => bytesOf(b[1]) - bytesOf(a[1])));
  } finally {
    await owner.end();
    await service.stop();
  }
}

async function publishAll(service: RunningService, owner: pg.Client, world: string, count: number): Promise<void> {
  const { data } = await call(service, 'GET', '/v1/accounts?limit=100');
  const accounts = new Map<string, string>(data.map((one: { id: string; username: string }) => [one.id, one.username]));
  const numbers = Array.from({ length: count }, (_, number) => number).values();
  const worker = async () => {
    for (const number of numbers) await publish(service, world, accounts, number);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await untilQuiet(owner);
}

async function publish(
  service: RunningService,
  world: string,
  accounts: ReadonlyMap<string, string>,
  number: number,
): Promise<void> {
  const targets = PLATFORMS.map((platform) => ({ platform }));
  const post = await call(service, 'POST', '/v1/posts', { text: sampleText(), targets, publish_now: true });
  const { targets: published } = await waitFor(service, post.id);
  for (let index = 0; index < (number % 5 < 2 ? 3 : 2); index += 1) {
    const platform = COMMENTED[index];
    const target = published.find((one: { platform: string }) => one.platform === platform);
    await control(world, 'POST', 'strangers', {
      platform,
      account: accounts.get(target.account_id),
      action: 'comment',
      text: `Lovely, number ${number}. Where is your shop?`,
      username: `ann${number % 50}`,
      post_id: target.platform_id,
    });
  }
}

async function waitFor(service: RunningService, id: string) {
  for (;;) {
    const post = await call(service, 'GET', `/v1/posts/${id}`);
    if (post.status === 'published') return post;
    if (post.status !== 'publishing') throw new Error(`a post is ${post.status}: ${JSON.stringify(post)}`);
    await sleep(300);
  }
}

async function control(world: string, method: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${world}/control/${path}`, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

/** Until all callbacks are read and polling brings no more comments. */
async function untilQuiet(owner: pg.Client): Promise<void> {
  for (let last = -1; ; ) {
    await sleep(QUIET_MS);
    const { rows } = await owner.query(
      'select (select count(*) from callbacks where due_at is not null)::int as open, (select count(*) from comments)::int as comments',
    );
    const { open, comments } = rows[0];
    if (open === 0 && comments === last) return;
    last = comments;
  }
}

async function measure(owner: pg.Client): Promise<Map<string, TableSize>> {
  await owner.query('vacuum analyze');
  const { rows } = await owner.query(
    `select relname, reltuples::float8 as rows, pg_table_size(oid)::float8 as heap,
       (select coalesce(sum(f.avail), 0) from pg_freespace(c.oid) f)::float8 as free,
       (select json_object_agg(indexrelid::regclass, pg_relation_size(indexrelid)) from pg_index where indrelid = c.oid) as indexes
     from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  return new Map(
    rows.map(({ relname, indexes, ...size }) => [
      relname,
      { ...size, indexes: new Map(Object.entries(indexes ?? {})) },
    ]),
  );
}

function growth(after: TableSize, before: TableSize | undefined): TableSize {
  const each = (now: number, then = 0) => (now - then) / POSTS[1];
  return {
    rows: each(after.rows, before?.rows),
    heap: each(after.heap, before?.heap),
    free: each(after.free, before?.free),
    indexes: new Map([...after.indexes].map(([name, size]) => [name, each(size, before?.indexes.get(name))])),
  };
}
