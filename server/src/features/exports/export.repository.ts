import { type RawBuilder, sql } from 'kysely';
import type { Missing, Transcript, Vision } from '../../core/analysis/media-analysis.ts';
import type { Metrics } from '../../core/analytics/metrics.ts';
import { newId } from '../../core/ids.ts';
import { rowsFor } from '../../db/lists/page-rows.ts';
import { perValue } from '../../db/lists/per-value.ts';
import type { Runner } from '../../db/query.ts';
import { accounts } from '../accounts/index.ts';
import type { ExportRow, ExportStatus } from './export.ts';

const columns = sql`id, account_id, platform, status, stage, include_transcript, include_vision, from_at, to_at, transcripts_max,
  items, numbers_read, comments_read, transcripts_read, vision_read, comments, missing, case when expires_at <= tenant_now() then '[]' else files end as files, error, created_at, completed_at,
  expires_at, waits_until + tenant_ahead() as waits_until, extract(epoch from now() - started_at)::float8 as seconds`;

/** An export of these brands; undefined: of any. */
export async function byId(
  db: Runner,
  tenantId: string,
  id: string,
  brandIds: readonly string[] | undefined,
): Promise<ExportRow | undefined> {
  return db.first(sql<ExportRow>`select ${columns} from exports
    where tenant_id = ${tenantId} and id = ${id} and ${accounts.isOfBrands(tenantId, brandIds, sql`account_id`)}`);
}

export interface ExportFilter {
  readonly status?: ExportStatus | undefined;
  readonly accountId?: string | undefined;
  /** undefined: all. */
  readonly brandIds?: readonly string[] | undefined;
}

/** One page and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  { status, accountId, brandIds }: ExportFilter,
  after: readonly [string, string] | undefined,
  limit: number,
): Promise<ExportRow[]> {
  const conditions = [sql`tenant_id = ${tenantId}`];
  // As a constant it fits the index of its own also in a plan for any parameters.
  if (status !== undefined) conditions.push(sql`status = ${sql.lit(status)}`);
  if (after !== undefined) conditions.push(sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]})`);
  const newest = sql`order by created_at desc, id desc limit ${rowsFor(limit)}`;
  const page = (ofAccount: RawBuilder<unknown>) =>
    sql`select * from exports where ${sql.join([...conditions, ofAccount], sql` and `)} ${newest}`;
  const source = perValue(await accounts.idsShown(db, tenantId, { accountId, brandIds }), sql`account_id`, page);
  return db.run(sql<ExportRow>`select ${columns} from ${source} exports ${newest}`);
}

export interface NewExport {
  readonly accountId: string;
  readonly platform: string;
  readonly includeTranscript: boolean;
  readonly includeVision: boolean;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  /** Sentences about what is left out from the start. */
  readonly missing: readonly string[];
}

/** Creates a pending export without its limits. Undefined when one is running on the account. */
export async function insert(tx: Runner, tenantId: string, options: NewExport): Promise<string | undefined> {
  const row = await tx.first(sql<{ id: string }>`
    insert into exports (tenant_id, id, account_id, platform, include_transcript, include_vision, from_at, to_at, missing,
      items_max, transcripts_max, expiry_days, created_at)
    values (${tenantId}, ${newId('exp')}, ${options.accountId}, ${options.platform}, ${options.includeTranscript}, ${options.includeVision},
      ${options.from ?? null}, ${options.to ?? null}, ${JSON.stringify(options.missing)}::jsonb, 0, 0, 0, tenant_now())
    on conflict (tenant_id, account_id) where status in ('pending', 'processing') do nothing
    returning id`);
  return row?.id;
}

export interface AcceptedExport {
  readonly itemsMax: number;
  readonly transcriptsMax: number;
  readonly expiryDays: number;
  readonly chargedPeriod: Date;
}

/** Makes a new export due, with the limits of its plan. */
export async function accept(
  tx: Runner,
  tenantId: string,
  id: string,
  { itemsMax, transcriptsMax, expiryDays, chargedPeriod }: AcceptedExport,
): Promise<ExportRow> {
  const row = await tx.first(sql<ExportRow>`
    update exports set items_max = ${itemsMax}, transcripts_max = ${transcriptsMax}, expiry_days = ${expiryDays},
      charged_period = ${chargedPeriod}, due_at = now()
    where tenant_id = ${tenantId} and id = ${id} returning ${columns}`);
  return row as ExportRow;
}

/** The running export of an account. */
export async function running(db: Runner, tenantId: string, accountId: string): Promise<ExportRow | undefined> {
  return db.first(sql<ExportRow>`select ${columns} from exports
    where tenant_id = ${tenantId} and account_id = ${accountId} and status in ('pending', 'processing')`);
}

/** How many exports run, and the seconds since another one of the account began that counts: neither failed nor cancelled. */
export async function others(
  tx: Runner,
  tenantId: string,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): Promise<{ readonly running: number; readonly seconds: number | null }> {
  const row = await tx.first(sql<{ running: number; seconds: number | null }>`select
    (select count(*)::int from exports where tenant_id = ${tenantId} and status in ('pending', 'processing') and id <> ${id}) as running,
    (select extract(epoch from tenant_now() - max(created_at))::float8 from exports where tenant_id = ${tenantId}
      and account_id = ${accountId} and id <> ${id} and status not in ('failed', 'cancelled')) as seconds`);
  return row as { running: number; seconds: number | null };
}

/**
 * Ends a running export as cancelled. Its content is removed when no worker holds it. Undefined when it does not run or is of no such brand.
 * `period`: the period that paid.
 */
export async function cancel(
  tx: Runner,
  tenantId: string,
  id: string,
  brandIds: readonly string[] | undefined,
): Promise<(ExportRow & { readonly period: Date | null }) | undefined> {
  return tx.first(sql<ExportRow & { readonly period: Date | null }>`
    update exports set status = 'cancelled', completed_at = tenant_now(), charged_period = null, waits_until = null, due_at = now()
    from (select charged_period as period from exports where tenant_id = ${tenantId} and id = ${id} for update) before
    where tenant_id = ${tenantId} and id = ${id} and status in ('pending', 'processing')
      and ${accounts.isOfBrands(tenantId, brandIds, sql`account_id`)}
    returning ${columns}, before.period`);
}

/** An item as the platform's list tells it, without its id. */
export interface ItemContent {
  readonly title?: string;
  readonly text?: string;
  readonly url?: string;
  readonly coverUrl?: string;
  readonly mediaUrl?: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly durationSeconds?: number;
  readonly width?: number;
  readonly height?: number;
}

/** An item of an export as stored. */
export interface ItemRow {
  position: number;
  platform_id: string;
  content: ItemContent;
  metrics: Metrics | null;
  transcript: Transcript | Missing | null;
  vision: Vision | Missing | null;
}

/** Items from a position on. */
export async function itemsFrom(
  db: Runner,
  tenantId: string,
  id: string,
  position: number,
  limit: number,
): Promise<ItemRow[]> {
  return db.run(sql<ItemRow>`
    select position, platform_id, content, metrics, transcript, vision from export_items
    where tenant_id = ${tenantId} and export_id = ${id} and position >= ${position} order by position limit ${limit}`);
}
