import { sql } from 'kysely';
import type { Runner } from '../db/query.ts';
import type { FoundJournal } from './read-journal.ts';

/** More numbers than any time between a backup and its restore can have handed out. */
const SEQ_JUMP = 1_000_000_000;
/** More claims than a process that was suspended can have missed. */
const ATTEMPT_JUMP = 1_000_000;

export interface Installation {
  /** Counts the restores, from 1. */
  readonly epoch: number;
  readonly restored_at: Date | null;
  readonly backup_at: Date | null;
  /** How the last restore found the journal of intents; null: nobody looked. */
  readonly journal: FoundJournal | null;
}

export async function find(system: Runner): Promise<Installation> {
  return (await system.first(
    sql<Installation>`select epoch, restored_at, backup_at, journal - 'renewed' as journal from installation`,
  )) as Installation;
}

export async function tenantIds(system: Runner): Promise<string[]> {
  const rows = await system.run(sql<{ id: string }>`select tenant_id as id from tenants order by tenant_id`);
  return rows.map(({ id }) => id);
}

/** Begins the next epoch. `since`: the time of the backup. */
export async function advance(system: Runner, since: Date): Promise<void> {
  await system.run(sql`
    update installation set epoch = epoch + 1, restored_at = now(), backup_at = ${since}::timestamptz, journal = null`);
}

/** Voids the fences of workers that still run for the time after the backup. */
export async function moveFences(system: Runner): Promise<void> {
  await system.run(sql`
    update accounts set lease_attempt = lease_attempt + ${ATTEMPT_JUMP}::int, poll_attempt = poll_attempt + ${ATTEMPT_JUMP}::int,
      token_attempt = token_attempt + ${ATTEMPT_JUMP}::int, lease_until = '-infinity', poll_lease_until = '-infinity',
      refresh_lease_until = '-infinity'`);
}

/** Numbers of events go on above all that may have been handed out, so that a customer's `after` stays true. */
export async function moveSeq(system: Runner): Promise<void> {
  await system.run(sql`update tenants set seq = seq + ${SEQ_JUMP}::bigint`);
}

/**
 * Notes how the last restore found the journal of intents, and the accounts whose tokens were renewed since the backup. Each
 * counts as long as it has the tokens of the backup.
 */
export async function noteJournal(system: Runner, found: FoundJournal, renewed: readonly string[]): Promise<void> {
  await system.run(sql`
    update installation set journal = ${JSON.stringify(found)}::jsonb || jsonb_build_object('renewed', (
      select coalesce(jsonb_object_agg(id, md5(credentials)), '{}') from accounts where id = any (${renewed}::text[])))`);
}
