import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/db/database.ts';
import { createHeldWorker } from '../../src/features/held/index.ts';
import { keys } from '../../src/features/keys/index.ts';
import { type Body, type Client, createClient, type TestService, type TestWorld, until } from '../harness.ts';
import { signedIn } from '../people.ts';
import type { ActorName } from './history.ts';
import { bearer, plainClient } from './plain-client.ts';

export interface HeldAccount {
  readonly id: string;
  readonly platform: string;
  readonly platformId: string;
  /** It belongs to the brand whose approval is switched. */
  readonly isOfBrand: boolean;
}

/** A workspace whose things wait for persons, with everybody who works in it. */
export interface HeldWorld extends TestWorld {
  readonly tenantId: string;
  /** Whether the lead is a person, whose key `mine` is. */
  readonly hasPersons: boolean;
  readonly actors: Readonly<Record<ActorName, Client>>;
  readonly accounts: readonly HeldAccount[];
  readonly brandId: string;
  /** A comment that can be answered. */
  readonly question: { readonly postId: string; readonly commentId: string; readonly accountId: string };
  readonly clock: Clock;
  sql(text: string, values?: unknown[]): Promise<Body[]>;
  /** Lets the worker of what waits look once. */
  pass(): Promise<void>;
}

/** The platforms' time runs ahead of the real one by what was advanced. */
export interface Clock {
  now(): Date;
  /** Notes that `aheadSeconds` were reached between the two real times. */
  moved(start: number, end: number, aheadSeconds: number): void;
  /** The real time of an entry of the ledger. */
  realTimeOf(at: string): number;
}

export const PLATFORMS = ['mastodon', 'telegram', 'bluesky'] as const;

/** `isPlain`: its responses are not compared with the contract. */
export async function makeHeldWorld(service: TestService, plan: 'free' | 'pro', isPlain: boolean): Promise<HeldWorld> {
  const ws = await service.workspace({ plan, platforms: PLATFORMS });
  const lead = await signedIn(service, ws, { role: 'admin' });
  const trust = { sending: 'direct', canApprove: true, agentsDirect: false } as const;
  const { rawKey } = await keys.create(service.app.db.system, ws.tenantId, 'test', 'second', { trust });
  const keyOf = async (by: Client) => {
    const { body } = await by.post('/v1/keys', { name: 'Planner', sending: 'held' });
    return clientOf(body.raw_key);
  };
  const clientOf = (key: string) => (isPlain ? plainClient(service.url, bearer(key)) : createClient(service.url, key));
  const actors = {
    owner: clientOf(ws.api.key),
    planner: await keyOf(ws.api),
    mine: await keyOf(lead),
    lead: isPlain ? plainClient(service.url, lead.headers) : lead,
    second: clientOf(rawKey),
  };
  return furnish({ ...ws, hasPersons: true, actors, sql: service.sql, pass: passOf(service.app.db, ws.tenantId) });
}

/** Runs the worker of what waits for one tenant. */
export function passOf(db: Database, tenantId: string): () => Promise<void> {
  return async () => {
    const { claim, work } = createHeldWorker(db);
    const due = await claim({ limit: 1000, leaseSeconds: 30, running: new Map() });
    for (const job of due.filter(({ tenant_id: id }) => id === tenantId)) await work(job, LEASE);
  };
}

const LEASE = { deadlineMs: () => Number.POSITIVE_INFINITY, signal: new AbortController().signal } as never;

/** Puts the last account into a brand of its own, publishes something and lets somebody comment on it. */
export async function furnish(
  world: Omit<HeldWorld, 'accounts' | 'brandId' | 'question' | 'clock'>,
): Promise<HeldWorld> {
  const { actors, control, sql, tenantId } = world;
  await control('PUT', 'settings', { duplicate_rules: false, rate_limits: false });
  const { body: other } = await actors.owner.post('/v1/brands', { name: 'Other' });
  await sql(`update accounts set brand_id = $1 where tenant_id = $2 and platform = 'bluesky'`, [other.id, tenantId]);
  const rows = await sql('select id, platform, platform_id, brand_id from accounts where tenant_id = $1', [tenantId]);
  const accounts = rows.map(({ id, platform, platform_id: platformId, brand_id: brand }) => ({
    ...{ id, platform, platformId },
    isOfBrand: brand !== other.id,
  }));
  const { id: accountId, platformId, platform } = accounts.find((one) => one.platform === 'mastodon') as HeldAccount;
  const { brand_id: brandId } = rows.find(({ id }) => id === accountId);
  const { body: post } = await actors.owner.post(
    '/v1/posts',
    { text: 'Cake', targets: [{ account_id: accountId }], publish_now: true },
    { headers: { prefer: 'wait=30' } },
  );
  const { platform_post_id } = post.targets[0];
  const visit = { platform, account: platformId, action: 'comment', post_id: platform_post_id, text: 'Any left?' };
  await control('POST', 'strangers', visit);
  const path = `/v1/inbox/comments/${post.id}?account_id=${accountId}`;
  const comment = await until(async () => (await actors.owner.get(path)).body.data?.[0], 'the comment arrives');
  const question = { postId: post.id, commentId: comment.id, accountId };
  return { ...world, accounts, brandId, question, clock: createClock() };
}

function createClock(): Clock {
  const moves = [{ start: 0, end: 0, aheadMs: 0 }];
  return {
    now: () => new Date(Date.now() + (moves.at(-1)?.aheadMs ?? 0)),
    moved(start, end, aheadSeconds) {
      moves.push({ start, end, aheadMs: aheadSeconds * 1000 });
    },
    realTimeOf(at) {
      for (const [index, { start, aheadMs }] of [...moves.entries()].reverse()) {
        const real = new Date(at).getTime() - aheadMs;
        if (real >= start && real <= (moves[index + 1]?.end ?? Date.now())) return real;
      }
      throw new Error(`no clock showed ${at}: ${JSON.stringify(moves)}`);
    },
  };
}

/** Waits until nothing of these posts is on its way. The limit only bounds a failure: kills go on meanwhile. */
export async function settled(world: HeldWorld, postIds: readonly string[]): Promise<void> {
  const open = `select 1 from posts where tenant_id = $1 and id = any ($2) and status in ('publishing', 'scheduled')
    union all select 1 from actions where tenant_id = $1 and status in ('pending', 'publishing') and due_at is not null limit 1`;
  for (const deadline = Date.now() + 600_000; Date.now() < deadline; await sleep(10))
    if ((await world.sql(open, [world.tenantId, postIds])).length === 0) return;
}

/** Waits until no call to a platform is open. */
export async function nothingOnItsWay({ sql, tenantId }: HeldWorld): Promise<void> {
  const open = `select 1 from actions where tenant_id = $1 and status = 'publishing' limit 1`;
  await until(async () => (await sql(open, [tenantId])).length === 0, 'nothing is on its way', 600_000);
}
