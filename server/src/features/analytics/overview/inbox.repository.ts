import { sql } from 'kysely';
import type { Runner } from '../../../db/query.ts';
import { type AccountFilter, chosenAccounts, endOf, type Period, startOf } from './period.repository.ts';

export interface AnswerRow {
  readonly kind: 'comments' | 'messages' | 'reviews' | 'mentions';
  /** The hour of the day; null: all hours together. */
  readonly hour: number | null;
  readonly received: number;
  readonly answered: number;
  /** Of what was answered. */
  readonly median_seconds: number | null;
  readonly p90_seconds: number | null;
}

/** An answer that comes later than this after the period is not read. */
const LATEST_ANSWER = sql`interval '30 days'`;

/** Counts the items of a period and their answers, and times the first answers, by kind and by hour of the day. */
export async function answers(
  db: Runner,
  tenantId: string,
  period: Period & AccountFilter,
): Promise<readonly AnswerRow[]> {
  const isIn = (column: string) =>
    sql`${sql.ref(column)} >= ${startOf(period)} and ${sql.ref(column)} < ${endOf(period)}`;
  return db.run(sql<AnswerRow>`
    with chosen as materialized (${chosenAccounts(tenantId, period)}),
    thread as (
      select m.direction, m.created_at,
        lag(m.direction) over earlier is distinct from 'incoming' as is_first,
        min(m.created_at) filter (where m.direction = 'outgoing' and m.status is distinct from 'failed') over later as answered_at
      from messages m join chosen on chosen.id = m.account_id
      where m.tenant_id = ${tenantId} and m.kind <> 'referral'
        and m.created_at >= ${startOf(period)} and m.created_at < ${endOf(period)} + ${LATEST_ANSWER}
      window earlier as (partition by m.conversation_id order by m.created_at, m.id),
        later as (partition by m.conversation_id order by m.created_at desc, m.id desc)
    ),
    mention_answers as (
      select a.account_id, a.input->>'mentionId' as mention_id, min(a.published_at) as answered_at
      from actions a join chosen on chosen.id = a.account_id
      where a.tenant_id = ${tenantId} and a.kind = 'mention_reply' and a.status = 'published'
        and a.created_at >= ${startOf(period)} and a.created_at < ${endOf(period)} + ${LATEST_ANSWER}
      group by 1, 2
    ),
    items as (
      select 'comments' as kind, c.created_at, true as is_first, least(c.private_replied_at, (
          select min(o.created_at) from comments o where o.tenant_id = c.tenant_id and o.inbox_post_id = c.inbox_post_id
            and o.parent_platform_id = c.platform_id and o.is_owner)) as answered_at
        from comments c join chosen on chosen.id = c.account_id
        where c.tenant_id = ${tenantId} and not c.is_owner and ${isIn('c.created_at')}
      union all
      select 'messages', created_at, is_first, answered_at from thread where direction = 'incoming' and created_at < ${endOf(period)}
      union all
      select 'reviews', r.created_at, true, (r.reply->>'updated_at')::timestamptz
        from reviews r join chosen on chosen.id = r.account_id
        where r.tenant_id = ${tenantId} and r.deleted_at is null and ${isIn('r.created_at')}
      union all
      select 'mentions', m.created_at, true, a.answered_at
        from mentions m join chosen on chosen.id = m.account_id
        left join mention_answers a on a.account_id = m.account_id and a.mention_id = m.platform_id
        where m.tenant_id = ${tenantId} and m.deleted_at is null and ${isIn('m.created_at')}
    ),
    timed as (
      select kind, extract(hour from created_at at time zone ${period.zone})::int as hour, answered_at,
        case when is_first and answered_at is not null then greatest(0, extract(epoch from answered_at - created_at)) end as seconds
      from items
    )
    select kind, hour, count(*)::int as received, count(answered_at)::int as answered,
      round(percentile_cont(0.5) within group (order by seconds))::float8 as median_seconds,
      round(percentile_cont(0.9) within group (order by seconds))::float8 as p90_seconds
    from timed group by grouping sets ((kind), (kind, hour)) order by kind, hour nulls first`);
}
