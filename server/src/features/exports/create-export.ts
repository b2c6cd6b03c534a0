import { z } from 'zod';
import type { Context, Transaction } from '../../core/context.ts';
import { ApiError, invalid, notSupported } from '../../core/errors.ts';
import { Instant, toInstant } from '../../core/instant.ts';
import { defineOperation } from '../../core/operation.ts';
import { abortReasonOf } from '../../db/database.ts';
import { accountFor, assertActive } from '../accounts/index.ts';
import { usage } from '../usage/index.ts';
import { assertMayExport } from './assert-may-export.ts';
import * as exports from './export.repository.ts';
import { ExportItem, toExportItem } from './export.ts';
import { acceptExport, alreadyRunning, usedUp } from './limits.ts';

const WHAT = 'exports';
const DAY_MS = 86_400_000;
/** Five years. */
const RANGE_DAYS_MAX = 1827;

export const createExport = defineOperation({
  name: 'create_export',
  summary: 'Create an export',
  description:
    'Reads all that an account has published: posts or videos with their numbers, comments and, when asked for, transcripts. The answer is 202; ask for the export until it is `completed`. It uses one export of the period (429 `export_limit`). The plan also limits how often (429 `export_cooldown`); a second one of the account is 429 `export_concurrent`. A platform without exports is 501 `not_supported`. Keys that are limited to brands get 403 `insufficient_scope`; people reach what is of their brands, and need a role that writes posts.',
  example: { input: { include_transcript: true } },
  tag: 'Exports',
  http: { method: 'post', path: '/v1/accounts/{account_id}/export', status: 202 },
  scope: 'analytics:read',
  leaves: false,
  input: z.strictObject({
    account_id: z.string().min(1).max(200),
    include_transcript: z.boolean().default(false).meta({ description: 'Also what is said in the videos' }),
    include_vision: z.boolean().default(false).meta({ description: 'Also what the videos show' }),
    from: Instant.optional().meta({
      description: `Only what was published from then on, at most ${RANGE_DAYS_MAX} days before its end`,
    }),
    to: Instant.optional().meta({ description: 'Only what was published before' }),
  }),
  output: ExportItem,

  async run(
    ctx,
    { account_id: accountId, include_transcript: includeTranscript, include_vision: includeVision, ...range },
  ) {
    assertMayExport(ctx.actor);
    const { account, connector } = await accountFor(ctx, { accountId, what: WHAT });
    if (connector.archive === undefined) throw notSupported(account.platform, WHAT);
    assertActive(account);
    const current = await usage.current(ctx.db, ctx.tenant.id);
    const { hasVision, displayName } = current.plan;
    const missing =
      includeVision && !hasVision ? [`The ${displayName} plan does not include the analysis of pictures.`] : [];
    const options = {
      accountId,
      platform: account.platform,
      includeTranscript,
      includeVision: includeVision && hasVision,
      ...rangeOf(range, current.now),
      missing,
    };
    const row = await ctx.commit((tx) => insert(ctx, tx, options)).catch((error) => rejectedBy(ctx, error));
    ctx.wake('exports');
    return row;
  },
});

async function insert(ctx: Context, tx: Transaction, options: exports.NewExport) {
  const { accountId } = options;
  const id = await exports.insert(tx, ctx.tenant.id, options);
  if (id === undefined) {
    const { now } = await usage.current(tx, ctx.tenant.id);
    throw alreadyRunning(await exports.running(tx, ctx.tenant.id, accountId), now);
  }
  return toExportItem(await acceptExport(tx, ctx.tenant.id, { id, accountId }), ctx.tenant.mode === 'live');
}

async function rejectedBy(ctx: Context, error: unknown): Promise<never> {
  if (error instanceof ApiError || abortReasonOf(error) !== 'quota:export') throw error;
  throw usedUp(await usage.current(ctx.db, ctx.tenant.id));
}

/** 400 for a range that is empty, lies in the future or is too long. */
function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const start = from === undefined ? undefined : toInstant(from);
  const end = to === undefined ? undefined : toInstant(to);
  if (start === undefined) return { from: start, to: end };
  if (start >= now) throw invalid('from', 'from must lie in the past.');
  if (end !== undefined && end <= start) throw invalid('to', 'to must be after from.');
  const days = ((end ?? now).getTime() - start.getTime()) / DAY_MS;
  if (days > RANGE_DAYS_MAX) {
    const message = `The range has at most ${RANGE_DAYS_MAX} days. Leave from out to export from the beginning.`;
    throw new ApiError('invalid_request', message, { field: 'from', max: RANGE_DAYS_MAX }, 'validation.field_invalid');
  }
  return { from: start, to: end };
}
