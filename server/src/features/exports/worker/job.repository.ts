import { type RawBuilder, sql } from 'kysely';
import type { World } from '../../../core/tenant.ts';
import type { Claim } from '../../../core/worker.ts';
import { claimDue } from '../../../db/claim-due.ts';
import type { Runner } from '../../../db/query.ts';
import { worldOf } from '../../../db/world.ts';
import type { ExportStage, ExportStatus, StoredExportFile } from '../export.ts';

/** An export that was claimed, as the worker reads it. Every write checks `attempt`. */
export interface ExportJob {
  readonly tenantId: string;
  readonly id: string;
  readonly accountId: string;
  readonly platform: string;
  readonly mode: 'live' | 'test';
  readonly world: World | null;
  readonly status: ExportStatus;
  readonly stage: ExportStage;
  readonly includeTranscript: boolean;
  readonly includeVision: boolean;
  readonly from: Date | null;
  readonly to: Date | null;
  /** -1 is unlimited. */
  readonly itemsMax: number;
  readonly transcriptsMax: number;
  readonly listCursor: string | null;
  readonly items: number;
  readonly numbersRead: number;
  readonly commentsRead: number;
  readonly transcriptsRead: number;
  readonly visionRead: number;
  readonly comments: number;
  readonly missing: readonly string[];
  readonly files: readonly StoredExportFile[];
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  /** The time for reading is over. */
  readonly isLate: boolean;
  readonly retryCount: number;
  /** Claims since something was last stored. */
  readonly claims: number;
  readonly attempt: number;
}

const columns = sql`r.tenant_id as "tenantId", r.id, r.account_id as "accountId", r.platform, r.status, r.stage,
  (select t.mode from tenants t where t.tenant_id = r.tenant_id) as mode,
  (select ${worldOf} from tenants t where t.tenant_id = r.tenant_id) as world,
  r.include_transcript as "includeTranscript", r.include_vision as "includeVision", r.from_at as "from", r.to_at as "to",
  r.items_max as "itemsMax", r.transcripts_max as "transcriptsMax", r.list_cursor as "listCursor", r.items,
  r.numbers_read as "numbersRead", r.comments_read as "commentsRead", r.transcripts_read as "transcriptsRead",
  r.vision_read as "visionRead", r.comments, r.missing, r.files, r.created_at as "createdAt", r.started_at as "startedAt",
  coalesce(r.reads_until <= now(), false) as "isLate", r.retry_count as "retryCount", r.attempt - r.stored_attempt as claims, r.attempt`;

/** Leases due exports: running ones, and closed ones whose content is to be removed. */
export function claim(system: Runner, claim: Claim): Promise<ExportJob[]> {
  return claimDue(
    system,
    { table: 'exports', dueAt: 'due_at', leaseUntil: 'lease_until', attempt: 'attempt' },
    claim,
    columns,
  );
}

type Held = Pick<ExportJob, 'tenantId' | 'id' | 'attempt'>;

const ours = ({ tenantId, id, attempt }: Held) =>
  sql`r.tenant_id = ${tenantId} and r.id = ${id} and r.attempt = ${attempt}`;
const RUNNING = sql`r.status in ('pending', 'processing')`;

/** Whether there is something to read; otherwise the content of a closed export is to be removed. */
export function isOpen({ status }: Pick<ExportJob, 'status'>): boolean {
  return status === 'pending' || status === 'processing';
}

/** Prolongs the lease of a job; false when it was lost or the export was closed meanwhile. */
export async function renew(system: Runner, job: ExportJob, seconds: number): Promise<boolean> {
  const rows = await system.run(sql`update exports r set lease_until = now() + ${seconds} * interval '1 second'
    where ${ours(job)} and ${isOpen(job) ? RUNNING : sql`not ${RUNNING}`} returning 1`);
  return rows.length > 0;
}

/** Gives the job back at once. A claim that is given back does not count. */
export async function release(db: Runner, job: Held): Promise<void> {
  await db.run(sql`update exports r set lease_until = '-infinity', stored_attempt = r.attempt where ${ours(job)}`);
}

/** Starts the time in which the platform may be read. */
export async function begin(db: Runner, job: ExportJob, hoursMax: number): Promise<ExportJob | undefined> {
  return db.first(sql<ExportJob>`
    update exports r set status = 'processing', started_at = coalesce(r.started_at, now()),
      reads_until = coalesce(r.reads_until, now() + ${hoursMax} * interval '1 hour')
    where ${ours(job)} and ${RUNNING} returning ${columns}`);
}

/** Changes of a step. Counters are added. */
export interface Step {
  readonly stage?: ExportStage;
  readonly listCursor?: string | undefined;
  readonly items?: number;
  readonly numbersRead?: number;
  readonly commentsRead?: number;
  readonly transcriptsRead?: number;
  readonly visionRead?: number;
  readonly comments?: number;
  /** Sentences about what could not be read. */
  readonly missing?: readonly string[];
}

/** Notes what a step has stored. Undefined when the export is not this worker's any more. */
export async function advance(tx: Runner, job: Held, step: Step): Promise<ExportJob | undefined> {
  const plus = (column: string, value = 0): RawBuilder<unknown> =>
    sql`${sql.ref(column)} = r.${sql.ref(column)} + ${value}`;
  return tx.first(sql<ExportJob>`
    update exports r set stage = coalesce(${step.stage ?? null}, r.stage), list_cursor = ${step.listCursor ?? null},
      ${plus('items', step.items)}, ${plus('numbers_read', step.numbersRead)}, ${plus('comments_read', step.commentsRead)},
      ${plus('transcripts_read', step.transcriptsRead)}, ${plus('vision_read', step.visionRead)}, ${plus('comments', step.comments)},
      missing = r.missing || ${JSON.stringify(step.missing ?? [])}::jsonb,
      retry_count = 0, stored_attempt = r.attempt, waits_until = null, waits_for = null
    where ${ours(job)} and ${RUNNING} returning ${columns}`);
}

/** Waits for its platform. A failure counts as a try. */
export async function wait(
  db: Runner,
  job: Held,
  { seconds, reason, isFailure }: { readonly seconds: number; readonly reason: string; readonly isFailure: boolean },
): Promise<void> {
  await db.run(sql`
    update exports r set due_at = now() + ${seconds}::float8 * interval '1 second', lease_until = '-infinity',
      waits_until = now() + ${seconds}::float8 * interval '1 second', waits_for = ${reason},
      retry_count = r.retry_count + ${isFailure ? 1 : 0}, stored_attempt = r.attempt
    where ${ours(job)} and ${RUNNING}`);
}

/** Ends the export with its files; they expire. False when it is not this worker's any more. */
export async function complete(db: Runner, job: Held, files: readonly StoredExportFile[]): Promise<boolean> {
  const rows = await db.run(sql`
    update exports r set status = 'completed', stage = 'done', files = ${JSON.stringify(files)}::jsonb, completed_at = tenant_now(),
      expires_at = tenant_now() + r.expiry_days * interval '1 day', due_at = now() + r.expiry_days * interval '1 day',
      lease_until = '-infinity', waits_until = null, waits_for = null
    where ${ours(job)} and ${RUNNING} returning 1`);
  return rows.length > 0;
}

/** Ends the export without files. Returns the period that paid, to give its count back; undefined when it is not ours. */
export async function fail(
  tx: Runner,
  job: Held,
  error: string,
): Promise<{ readonly period: Date | null } | undefined> {
  return tx.first(sql<{ period: Date | null }>`
    update exports r set status = 'failed', error = ${error}, completed_at = tenant_now(), charged_period = null, due_at = now(),
      lease_until = '-infinity', waits_until = null, waits_for = null
    from (select charged_period as period from exports r where ${ours(job)} for update) before
    where ${ours(job)} and ${RUNNING} returning before.period`);
}

/** Removes up to so many rows of the content; returns how many. */
export async function removeContent(db: Runner, { tenantId, id }: Held, max: number): Promise<number> {
  const inOrder = ['export_comments', 'export_items'];
  let removed = 0;
  for (const table of inOrder) {
    const name = sql.table(table);
    const rows = await db.run(sql`delete from ${name} where ctid = any (array(
      select ctid from ${name} where tenant_id = ${tenantId} and export_id = ${id} limit ${max})) returning 1`);
    removed += rows.length;
    if (rows.length === max) break;
  }
  return removed;
}

/** Notes that the content of a closed export is gone. */
export async function settleRemoval(db: Runner, job: Held): Promise<void> {
  await db.run(sql`
    update exports r set due_at = null, files = '[]', lease_until = '-infinity',
      error = case when r.status = 'completed' then 'The export has expired. Its files and its content are gone.' else r.error end
    where ${ours(job)} and not ${RUNNING}`);
}

/** Ends the lease of this worker at once, whatever has become of the export. */
export async function leave(db: Runner, job: Held): Promise<void> {
  await db.run(sql`update exports r set lease_until = '-infinity' where ${ours(job)}`);
}
