import pg from 'pg';
import { copyToFloor, makeFloorTables } from '../floors/schema.ts';
import { call } from './api.ts';
import { type RunningFloor, startFloor } from './floor.ts';
import { sampleText, scheduledAt } from './sample.ts';
import { type RunningService, startService } from './service.ts';

const POSTS = 1000;
const ACCOUNTS = 5;

/** Service and floor side by side on one PostgreSQL, with the same posts in both. */
export interface Bed {
  readonly service: RunningService;
  readonly floor: RunningFloor;
  readonly owner: pg.Client;
  /** Five accounts that can be targets. */
  readonly accountIds: readonly string[];
  readonly postIds: readonly string[];
  stop(): Promise<void>;
}

/** Makes a bed for one case and removes it afterwards. */
export async function withBed<T>(work: (bed: Bed) => Promise<T>): Promise<T> {
  const bed = await makeBed();
  try {
    return await work(bed);
  } finally {
    await bed.stop();
  }
}

export async function makeBed(): Promise<Bed> {
  const service = await startService();
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  const accountIds = await makeAccounts(owner);
  for (let index = 0; index < POSTS; index++) {
    const targets = [{ account_id: accountIds[index % ACCOUNTS] }];
    await call(service, 'POST', '/v1/posts', { text: sampleText(), scheduled_at: scheduledAt(), targets });
  }
  await makeFloorTables(owner);
  const posts = await allPosts(service);
  await copyToFloor(owner, posts);
  const floor = await startFloor(service.databaseUrl);
  return {
    service,
    floor,
    owner,
    accountIds,
    postIds: posts.map(({ id }) => id),
    async stop() {
      await owner.end();
      await floor.stop();
      await service.stop();
    },
  };
}

/** X and Mastodon take text alone; the other accounts are copies of these, which is enough for posts that are never published. */
async function makeAccounts(owner: pg.Client): Promise<string[]> {
  await owner.query(`
    update accounts set poll_due_at = null;
    insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials)
    select tenant_id, id || n, brand_id, platform, platform_id || n, name, username, ''
    from accounts, generate_series(1, ${ACCOUNTS}) n where platform in ('twitter', 'mastodon')`);
  const { rows } = await owner.query(
    `select id from accounts where platform in ('twitter', 'mastodon') order by right(id, 1), id limit ${ACCOUNTS}`,
  );
  return rows.map(({ id }) => id);
}

async function allPosts(service: RunningService): Promise<{ id: string }[]> {
  const posts = [];
  for (let cursor = ''; ; ) {
    const page = await call(service, 'GET', `/v1/posts?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
    posts.push(...page.data);
    cursor = page.pagination.next_cursor ?? '';
    if (cursor === '') return posts;
  }
}
