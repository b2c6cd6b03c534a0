import type { Query, Runner } from '../db/query.ts';
import { toStatement } from '../db/query.ts';
import { leases } from '../engine/index.ts';
import { held } from '../features/held/index.ts';
import { endAccess } from '../features/members/index.ts';
import { reviewLinks } from '../features/review-links/index.ts';
import { voidDeliveryLeases, voidReplayLeases } from '../features/webhooks/index.ts';
import { applyJournal } from './apply-journal.ts';
import * as epochs from './epoch.repository.ts';
import { type FoundJournal, type JournalLocation, readJournal } from './read-journal.ts';
import * as suspensions from './suspension.repository.ts';

/** A connection of node-postgres. */
export interface Connection {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * Begins a new epoch after the database was put back to an earlier time, in one transaction: every tenant is suspended, numbers
 * of events jump past all that may have been handed out, and leases and fences of lost workers are void. `client` is
 * connected as the owner. `since`: the time that the database was put back to; everything committed before is in it.
 * `journal`: where the journal of intents may be. Returns how it was found.
 */
export async function beginEpoch(
  client: Connection,
  { since, journal }: { readonly since: Date; readonly journal?: JournalLocation },
): Promise<FoundJournal | undefined> {
  const read = journal && (await readJournal(journal, since));
  await client.query('begin');
  try {
    await client.query('set local role hubbub_workers');
    const system = runnerOf(client);
    await epochs.advance(system, since);
    await leases.voidLeases(system);
    await epochs.moveFences(system);
    await suspensions.suspend(system, await epochs.tenantIds(system), { reason: 'restore', since });
    await endAccess(system);
    await held.missAll(system);
    await reviewLinks.withdrawAll(system);
    const found = read && (await applyJournal(system, read));
    await epochs.moveSeq(system);
    await voidReplayLeases(system);
    await voidDeliveryLeases(system);
    await client.query('commit');
    return found;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

function runnerOf(client: Connection): Runner {
  const run = async <Row>(query: Query<Row>) => {
    const { text, values } = toStatement(query);
    return (await client.query(text, values)).rows as Row[];
  };
  return { run, first: async (query) => (await run(query))[0] };
}
