import { sql } from 'kysely';
import { actorJson, type StoredActor } from '../../core/actor.ts';
import { newId } from '../../core/ids.ts';
import type { Runner } from '../../db/query.ts';

/** The texts on each platform, and the media, that somebody saw when they decided. */
export interface Seen {
  readonly texts: readonly {
    readonly account_id?: string | undefined;
    readonly platform: string;
    readonly title?: string | undefined;
    readonly parts: readonly string[];
    readonly first_comment?: string | undefined;
  }[];
  readonly media: readonly { readonly id?: string; readonly url?: string; readonly sha256?: string }[];
}

export interface DecisionRow {
  readonly id: string;
  readonly post_id: string;
  readonly held_id: string | null;
  readonly decision: 'approved' | 'changes_requested' | 'commented';
  readonly note: string | null;
  readonly decided_by: StoredActor;
  readonly ip: string | null;
  readonly fingerprint: string | null;
  readonly seen: Seen;
  readonly at: Date;
}

export type NewDecision = Omit<DecisionRow, 'id' | 'at'>;

export async function insert(tx: Runner, tenantId: string, linkId: string, row: NewDecision): Promise<void> {
  await tx.run(sql`
    insert into review_decisions (tenant_id, review_link_id, id, post_id, held_id, decision, note, decided_by, ip, fingerprint, seen)
    values (${tenantId}, ${linkId}, ${newId('rdec')}, ${row.post_id}, ${row.held_id}, ${row.decision}, ${row.note},
      ${actorJson(row.decided_by)}::jsonb, ${row.ip}::inet, ${row.fingerprint}, ${JSON.stringify(row.seen)}::jsonb)`);
}

/** The decisions by a link, the oldest first. */
export async function list(db: Runner, tenantId: string, linkId: string, limit: number): Promise<DecisionRow[]> {
  return db.run(sql<DecisionRow>`
    select id, post_id, held_id, decision, note, decided_by, host(ip) as ip, fingerprint, seen, at from review_decisions
    where tenant_id = ${tenantId} and review_link_id = ${linkId} order by at, id limit ${limit}`);
}
