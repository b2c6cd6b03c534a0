import type { Transaction } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { rejectingLimit, usage } from '../usage/index.ts';
import * as exports from './export.repository.ts';
import { type ExportRow, toExportItem } from './export.ts';

/** Exports of one tenant that run at the same time, on different accounts. */
const RUNNING_MAX = 10;
/** A running export without an estimate is asked about after this. */
const RETRY_SECONDS = 60;

/**
 * Charges a new export and checks the limits of the plan under the lock of the tenant's row, so requests of the same moment
 * see one another. 429 with `meta.retry_after` when a limit rejects. Returns the accepted row.
 */
export async function acceptExport(
  tx: Transaction,
  tenantId: string,
  made: { readonly id: string; readonly accountId: string },
): Promise<ExportRow> {
  const chargedPeriod = await usage.take(tx, tenantId, 'export', 1);
  const { plan, planName, now } = await usage.current(tx, tenantId);
  const { running, seconds } = await exports.others(tx, tenantId, made);
  if (running >= RUNNING_MAX)
    throw rejection('concurrent', `At most ${RUNNING_MAX} exports run at the same time.`, RETRY_SECONDS, now, {
      max: RUNNING_MAX,
    });
  const left = seconds === null ? 0 : Math.ceil(plan.exportCooldownSeconds - seconds);
  if (left > 0) {
    const message = `The ${plan.displayName} (${planName}) plan exports an account once in ${wordsOf(plan.exportCooldownSeconds)}.`;
    throw rejection('cooldown', message, left, now, { plan: planName, max: plan.exportCooldownSeconds });
  }
  return await exports.accept(tx, tenantId, made.id, {
    itemsMax: plan.videosPerExportMax,
    transcriptsMax: plan.transcriptsPerExportMax,
    expiryDays: plan.reportExpiryDays,
    chargedPeriod,
  });
}

/** 429: the account has an export already. */
export function alreadyRunning(row: ExportRow | undefined, now: Date): ApiError {
  const left = row === undefined ? undefined : toExportItem(row, false).estimated_seconds_left;
  const message = `An export of this account is running${row === undefined ? '' : ` (${row.id})`}. Wait for its end or cancel it.`;
  return rejection(
    'concurrent',
    message,
    Math.max(1, left ?? RETRY_SECONDS),
    now,
    row === undefined ? {} : { id: row.id },
  );
}

/** 429: the exports of the period are used up. */
export function usedUp(current: usage.Usage): ApiError {
  const { plan, planName, periodEnd, now } = current;
  const max = rejectingLimit(current, 'exportsPerPeriodMax');
  const seconds = Math.max(1, Math.ceil((periodEnd.getTime() - now.getTime()) / 1000));
  const message = `The ${plan.displayName} (${planName}) plan has ${max} exports a month, and all of them are used. A larger plan has more.`;
  return rejection('limit', message, seconds, now, { plan: planName, max, resets_at: periodEnd.toISOString() });
}

function rejection(
  kind: 'limit' | 'cooldown' | 'concurrent',
  message: string,
  seconds: number,
  now: Date,
  meta: Readonly<Record<string, unknown>>,
): ApiError {
  const possibleAt = new Date(now.getTime() + seconds * 1000).toISOString();
  const facts = { resource: 'export', ...meta, retry_after: seconds, possible_at: possibleAt };
  return new ApiError(
    `export_${kind}`,
    `${message} The next one is possible at ${possibleAt}.`,
    facts,
    `billing.export_${kind}`,
  );
}

function wordsOf(seconds: number): string {
  const hours = seconds / 3600;
  const [count, word] = hours >= 48 ? [hours / 24, 'days'] : [hours, hours === 1 ? 'hour' : 'hours'];
  return `${count} ${word}`;
}
