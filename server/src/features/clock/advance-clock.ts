import { z } from 'zod';
import { conflict, invalid } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as clock from './clock.repository.ts';
import { secondsFrom, toDuration } from './duration.ts';
import { tenantNow } from './tenant-clock.ts';

const YEAR_SECONDS = 366 * 86_400;
const STEP_YEARS_MAX = 10;
const AHEAD_YEARS_MAX = 100;
const WORKERS = ['publish', 'deliveries', 'callbacks', 'polling', 'tokens', 'video copies'];

export const advanceClock = defineOperation({
  name: 'advance_clock',
  summary: 'Advance the test clock',
  description:
    'Moves the clock of a test tenant forward. Schedules, retries, tokens and periods go on as if the time had passed, and the simulated platforms move along. The clock never goes back. One step is at most ten years, and all together at most 100; more is 400 `invalid_request`. A live key gets 409 `conflict`.',
  example: {
    input: { advance: 'P30D' },
    output: { advanced_seconds: 2592000, ahead_seconds: 2592000, livemode: false },
  },
  tag: 'Test',
  http: { method: 'post', path: '/v1/test/clock', status: 200 },
  scope: 'admin',
  leaves: false,
  input: z.strictObject({
    advance: z.string().max(60).meta({ description: 'ISO 8601 duration of whole numbers, such as P30D or PT90M' }),
  }),
  output: z.object({
    now: z.string().meta({ description: 'The time that the tenant lives in now' }),
    advanced_seconds: z.number().int(),
    ahead_seconds: z.number().int().meta({ description: 'How far the clock runs ahead in all' }),
    livemode: z.boolean(),
  }),

  async run(ctx, { advance }) {
    // The tenant's mode forbids it, not the key's scope, so none of the 403 codes fits.
    if (ctx.tenant.mode === 'live')
      throw conflict(
        'Only the clock of a test tenant can be moved. Use a key that starts with hub_test_.',
        { resource: 'clock' },
        'clock.test_only',
      );
    const before = await tenantNow(ctx);
    const seconds = toSeconds(advance, before);
    const aheadSeconds = Math.round((before.getTime() - Date.now()) / 1000);
    if (aheadSeconds + seconds > AHEAD_YEARS_MAX * YEAR_SECONDS)
      throw invalid('advance', `advance would bring the clock more than ${AHEAD_YEARS_MAX} years ahead.`);
    // The platforms move first, so that work that becomes due meets their new limits.
    if (!ctx.request.dryRun) await ctx.advanceSimulator(ctx.tenant, aheadSeconds + seconds);
    const response = await ctx.commit(async (tx) => {
      const moved = await clock.advance(tx, ctx.tenant.id, seconds);
      return {
        now: moved.now.toISOString(),
        advanced_seconds: seconds,
        ahead_seconds: moved.aheadSeconds,
        livemode: false,
      };
    });
    if (ctx.request.dryRun) return response;
    // A concurrent request may have moved the clock further.
    if (response.ahead_seconds > aheadSeconds + seconds) await ctx.advanceSimulator(ctx.tenant, response.ahead_seconds);
    for (const worker of WORKERS) ctx.wake(worker);
    return response;
  },
});

function toSeconds(advance: string, from: Date): number {
  const duration = toDuration(advance);
  if (duration === undefined)
    throw invalid(
      'advance',
      'advance must be an ISO 8601 duration of whole numbers that lies ahead, such as P30D, P1M or PT90M.',
    );
  const seconds = secondsFrom(from, duration);
  if (seconds === 0) throw invalid('advance', 'advance must be at least one second.');
  if (!(seconds <= STEP_YEARS_MAX * YEAR_SECONDS))
    throw invalid('advance', `advance may be at most ${STEP_YEARS_MAX} years (P${STEP_YEARS_MAX}Y).`);
  return seconds;
}
