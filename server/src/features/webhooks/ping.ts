import type { Context } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { TEST_EVENT } from '../../core/event.ts';
import { compact } from '../../lib/compact.ts';
import { isAccepted } from './delivery/retry-times.ts';
import { messageHeaders, testMessage } from './message.ts';
import type { EndpointKeys } from './secrets/sealed.ts';

const TIMEOUT_MS = 10_000;

/** Sends one signed message that belongs to no event, and returns the response of the address. */
export async function sendTest(
  ctx: Context,
  url: string,
  keys: EndpointKeys,
  type: string,
  data: Record<string, unknown>,
  timeoutMs = TIMEOUT_MS,
) {
  const { body, ...head } = testMessage(type, data, ctx.tenant.mode === 'live');
  const headers = { ...keys.headers, ...messageHeaders(keys.secret, head, body, keys.previousSecrets) };
  return ctx.callCustomer({ tenant: ctx.tenant, url, headers, body, timeoutMs });
}

/**
 * Throws 400 `webhook_verification_failed` unless the address responds to a ping with 2xx. Asks nobody on a dry run, and
 * with `Prefer: verification=none`.
 */
export async function verifyAddress(ctx: Context, url: string, keys: EndpointKeys): Promise<void> {
  if (ctx.request.dryRun || ctx.request.skipsVerification) return;
  const response = await sendTest(ctx, url, keys, TEST_EVENT, { verification: true });
  if (isAccepted(response.status)) return;
  const reason = response.status === null ? (response.error ?? 'there was no answer') : reasonOf(response.status);
  throw new ApiError(
    'webhook_verification_failed',
    `The address did not accept the verification ping (${reason}). It must answer a POST of a ${TEST_EVENT} event with a 2xx status; nothing was saved. Prefer: verification=none skips the ping.`,
    compact({ field: 'url', reason, status_code: response.status ?? undefined }),
    'validation.webhook_verification_failed',
  );
}

function reasonOf(status: number): string {
  const isRedirect = status >= 300 && status < 400;
  return `it answered ${status}${isRedirect ? '; redirects are not followed' : ''}`;
}
