import { sql } from 'kysely';
import { newId } from '../../core/ids.ts';
import type { Claim } from '../../core/worker.ts';
import type { Runner } from '../../db/query.ts';

/** A callback as a platform sent it. */
export interface RawCallback {
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A callback that another cell has not taken yet. */
export interface Forward extends RawCallback {
  readonly id: string;
  readonly peer: string;
  readonly attempt: number;
}

/** Stores a callback for each peer. */
export async function store(
  system: Runner,
  peers: readonly string[],
  { path, headers, body }: RawCallback,
): Promise<void> {
  const rows = JSON.stringify(peers.map((peer) => ({ id: newId('raw'), peer })));
  await system.run(sql`
    insert into forwards (id, peer, path, headers, body)
    select n.id, n.peer, ${path}, ${JSON.stringify(headers)}::jsonb, ${body}::bytea
    from jsonb_to_recordset(${rows}::jsonb) as n (id text, peer text)`);
}

/** Leases due callbacks and counts the attempt. */
export function claim(system: Runner, { limit, leaseSeconds }: Claim): Promise<Forward[]> {
  return system.run(sql<Forward>`
    with due as (
      select id from forwards where due_at <= now() order by due_at limit ${limit} for update skip locked
    )
    update forwards f set due_at = now() + ${leaseSeconds} * interval '1 second', attempt = f.attempt + 1
    from due where f.id = due.id returning f.id, f.peer, f.path, f.headers, f.body, f.attempt`);
}

/** Removes a callback that its cell has taken. */
export async function remove(system: Runner, { id, attempt }: Forward): Promise<void> {
  await system.run(sql`delete from forwards where id = ${id} and attempt = ${attempt}`);
}

export async function retry(
  system: Runner,
  { id, attempt }: Forward,
  { reason, afterSeconds }: { readonly reason: string; readonly afterSeconds: number },
): Promise<void> {
  await system.run(sql`
    update forwards set due_at = now() + ${afterSeconds} * interval '1 second', error = ${reason.slice(0, 1000)}
    where id = ${id} and attempt = ${attempt}`);
}
