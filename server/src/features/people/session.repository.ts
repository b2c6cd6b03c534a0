import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '../../core/ids.ts';
import type { Runner } from '../../db/query.ts';

export const IDLE_DAYS = 14;
export const DAYS_MAX = 90;

export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly ip: string;
  readonly agent: string;
  readonly created_at: Date;
  readonly seen_at: Date;
  readonly expires_at: Date;
  readonly is_fresh: boolean;
}

export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const columns = sql`id, user_id, ip, agent, created_at, seen_at, expires_at, created_at > now() - interval '10 minutes' as is_fresh`;

export interface NewSession {
  readonly userId: string;
  readonly hash: Buffer;
  readonly ip: string;
  readonly agent: string;
}

export async function create(db: Runner, { userId, hash, ip, agent }: NewSession): Promise<SessionRow> {
  const row = await db.first(sql<SessionRow>`insert into sessions (hash, id, user_id, ip, agent, expires_at)
    values (${hash}, ${newId('ses')}, ${userId}, ${ip}, ${agent}, now() + ${IDLE_DAYS} * interval '1 day') returning ${columns}`);
  return row as SessionRow;
}

export async function find(system: Runner, hash: Buffer): Promise<SessionRow | undefined> {
  return system.first(sql<SessionRow>`select ${columns} from sessions where hash = ${hash} and expires_at > now()`);
}

/** The sessions of a person that have not ended, the last used first. */
export async function list(db: Runner, userId: string): Promise<SessionRow[]> {
  return db.run(sql<SessionRow>`select ${columns} from sessions where user_id = ${userId} and expires_at > now()
    order by seen_at desc, id desc limit 100`);
}

/** Ends a session by its id; false when the person has none with it. */
export async function end(db: Runner, userId: string, id: string): Promise<boolean> {
  return (await db.first(sql`delete from sessions where user_id = ${userId} and id = ${id} returning 1`)) !== undefined;
}

/** Ends all sessions of a person but one. */
export async function endAll(db: Runner, userId: string, keptId?: string): Promise<void> {
  await db.run(sql`delete from sessions where user_id = ${userId} and id is distinct from ${keptId ?? null}`);
}

/** Notes that a session is in use, and moves its end. */
export async function noteUse(system: Runner, hash: Buffer): Promise<void> {
  await system.run(sql`update sessions set seen_at = now(), expires_at = least(created_at + ${DAYS_MAX} * interval '1 day', now() + ${IDLE_DAYS} * interval '1 day')
    where hash in (select hash from sessions where hash = ${hash} and seen_at < now() - interval '1 minute' for update skip locked)`);
}

/** Ends all sessions and links of everybody. */
export async function endEverything(system: Runner): Promise<void> {
  await system.run(sql`delete from sessions`);
  await system.run(sql`delete from person_tokens`);
}
