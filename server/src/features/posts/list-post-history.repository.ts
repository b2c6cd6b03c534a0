import { type RawBuilder, sql } from 'kysely';
import type { StoredActor } from '../../core/actor.ts';
import type { TimePosition } from '../../db/lists/keyset.ts';
import { rowsFor } from '../../db/lists/page-rows.ts';
import type { Runner } from '../../db/query.ts';

/** A part of a post's history. `key` tells parts of the same time apart. Null columns belong to other kinds. */
export interface HistoryRow {
  readonly at: Date;
  readonly key: string;
  readonly kind: 'change' | 'event' | 'attempt';
  readonly actor: StoredActor | null;
  readonly action: string | null;
  readonly changes: Record<string, [unknown, unknown]> | null;
  readonly type: string | null;
  readonly status: 'ok' | 'failed' | null;
  readonly summary: string | null;
  readonly account_id: string | null;
  readonly platform: string | null;
  readonly action_id: string | null;
  readonly attempt: number | null;
  readonly step: number | null;
  readonly state: string | null;
  readonly request_id: string | null;
}

interface Page {
  readonly after: TimePosition | undefined;
  readonly limit: number;
  /** Older events are hidden. */
  readonly eventDays: number;
}

/**
 * One page of a post's history and at least one row more, the newest first. At the same time a change comes before its attempts,
 * and these before their events. The changes of keys have no entries of the audit log, so the post itself tells who made it.
 * Notes are left out, because not everybody reads the internal ones.
 */
export async function list(
  db: Runner,
  tenantId: string,
  postId: string,
  { after, limit, eventDays }: Page,
): Promise<HistoryRow[]> {
  const beyond = (at: RawBuilder<unknown>, key: RawBuilder<unknown>) =>
    after === undefined
      ? sql`true`
      : sql`${at} <= ${after[0]}::timestamptz and (${at}, ${key}) < (${after[0]}::timestamptz, ${after[1]}::text collate "C")`;
  const untilSeq =
    after === undefined ? sql`` : sql`and seq < (select event_seq_at(${tenantId}, ${after[0]}::timestamptz, true))`;
  const made = sql`('1' || p.id) collate "C"`;
  const changed = sql`('2' || m.id) collate "C"`;
  const tried = sql`('3' || a.id || lpad(t.attempt::text, 6, '0') || lpad(t.step::text, 6, '0')) collate "C"`;
  const happened = sql`('4' || id) collate "C"`;
  return db.run(sql<HistoryRow>`
    select * from (
      (select created_at as at, ${made} as key, 'change' as kind, created_by as actor, 'create_post' as action, null::jsonb as changes,
        null as type, null as status, null as summary, null as account_id, null as platform, null as action_id,
        null::int as attempt, null::int as step, null as state, null as request_id
      from posts p where p.tenant_id = ${tenantId} and p.id = ${postId} and p.created_by is not null and ${beyond(sql`p.created_at`, made)}
        and not exists (select from audit m where m.tenant_id = ${tenantId} and m.resource_id = ${postId} and m.action = 'create_post'))
      union all
      (select m.at, ${changed}, 'change', m.actor, m.action, m.changes, null, null, null, null, null, null, null, null, null, m.request_id
      from audit m where m.tenant_id = ${tenantId} and m.resource_id = ${postId} and m.action <> 'create_post_note' and ${beyond(sql`m.at`, changed)}
      order by m.at desc, m.id desc limit ${rowsFor(limit)})
      union all
      (select t.at, ${tried}, 'attempt', null, a.kind, null, null, null, null, a.account_id, a.platform, a.id, t.attempt, t.step, t.state, a.request_id
      from actions a, journal_of(a) t where a.tenant_id = ${tenantId} and a.post_id = ${postId} and ${beyond(sql`t.at`, tried)})
      union all
      (select created_at, ${happened}, 'event', null, null, null, type, status, summary, account_id, platform, null, null, null, null, request_id
      from events where tenant_id = ${tenantId} and resource_id = ${postId} ${untilSeq} and ${beyond(sql`created_at`, happened)}
        and created_at >= (select tenant_now() - ${eventDays} * interval '1 day')
      order by seq desc limit ${rowsFor(limit)})
    ) history order by at desc, key desc limit ${rowsFor(limit)}`);
}
