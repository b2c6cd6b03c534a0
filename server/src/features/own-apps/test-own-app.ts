import { z } from 'zod';
import { ApiError } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { PlatformError } from '../../core/platform-error.ts';
import { connectorNamed } from '../platforms/index.ts';
import { ownAppInput, PLATFORM } from './own-app.ts';

const TESTS_PER_MINUTE = 10;

export const testTwitterCredentials = defineOperation({
  name: 'test_twitter_credentials',
  summary: 'Test X app credentials',
  description: `Asks X whether credentials are right and stores nothing. Wrong ones answer 200 with \`valid: false\` and the reason. More than ${TESTS_PER_MINUTE} tests a minute are 429 \`too_many_requests\`; when X itself throttles, it is 429 \`platform_rate_limit\`. When X does not answer, it is 502 \`platform_error\`.`,
  example: { output: { reason: '' } },
  tag: 'Connecting',
  http: { method: 'post', path: '/v1/platforms/twitter/credentials/test', status: 200 },
  scope: 'admin',
  leaves: false,
  input: z.strictObject(ownAppInput),
  output: z.object({
    valid: z.boolean(),
    reason: z.string().meta({ description: 'The reason that X gave; empty when the credentials are right' }),
  }),

  async run(ctx, { client_id: clientId, client_secret: clientSecret }) {
    const connector = connectorNamed(ctx.connectors, PLATFORM, 'platform');
    if (ctx.request.dryRun) return { valid: true, reason: 'Dry run: X was not asked.' };
    assertNotTooOften(ctx.tenant.id);
    const session = ctx.platforms.session(ctx.tenant, connector, { app: { clientId, clientSecret } });
    try {
      await connector.connecting.ownApp?.test(session);
      return { valid: true, reason: '' };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.kind === 'rejected' || error.kind === 'forbidden') return { valid: false, reason: error.message };
      if (error.kind === 'rate_limited')
        throw new ApiError(
          'platform_rate_limit',
          `X takes no more tests now: ${error.message}`,
          { retry_after: error.facts.retryAfterSeconds ?? 60 },
          'byok.test_rate_limited',
        );
      throw new ApiError('platform_error', `X could not be asked: ${error.message}`, { resource: PLATFORM });
    }
  },
});

const tests = new Map<string, { untilMs: number; count: number }>();

/** Limits how often secrets can be guessed through us. Each process counts for itself. */
function assertNotTooOften(tenantId: string): void {
  const now = performance.now();
  if (tests.size > 10_000) tests.clear();
  const known = tests.get(tenantId);
  const window = known !== undefined && known.untilMs > now ? known : { untilMs: now + 60_000, count: 0 };
  window.count += 1;
  tests.set(tenantId, window);
  if (window.count <= TESTS_PER_MINUTE) return;
  throw new ApiError(
    'too_many_requests',
    `At most ${TESTS_PER_MINUTE} tests of credentials a minute.`,
    { retry_after: Math.ceil((window.untilMs - now) / 1000), max: TESTS_PER_MINUTE },
    'byok.test_rate_limited',
  );
}
