import type { Context } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { TEST_EVENT } from '../../core/event.ts';
import { isAccepted } from './delivery-schedule.ts';
import { messageHeaders, testMessage } from './message.ts';

const TIMEOUT_MS = 10_000;

/** Sends one message that belongs to no event, signed like any other; the answer says what the address did. */
export async function sendTest(
  ctx: Context,
  url: string,
  secret: string,
  type: string,
  data: Record<string, unknown>,
  timeoutMs = TIMEOUT_MS,
) {
  const { body, ...head } = testMessage(type, data, ctx.tenant.mode === 'live');
  const headers = messageHeaders(secret, head, body);
  return ctx.services.callCustomer({ tenant: ctx.tenant, url, headers, body, timeoutMs });
}

/** Asks an address whether it takes webhooks: 400 `webhook_verification_failed` unless it answers 2xx. */
export async function verifyAddress(ctx: Context, url: string, secret: string): Promise<void> {
  const answer = await sendTest(ctx, url, secret, TEST_EVENT, { verification: true });
  if (isAccepted(answer.status)) return;
  const reason = answer.status === null ? (answer.error ?? 'there was no answer') : reasonOf(answer.status);
  throw new ApiError(
    'webhook_verification_failed',
    `The address did not accept the verification ping (${reason}). It must answer a POST of a ${TEST_EVENT} event with a 2xx status; nothing was saved.`,
    { field: 'url', reason, ...(answer.status === null ? {} : { status_code: answer.status }) },
    'validation.webhook_verification_failed',
  );
}

function reasonOf(status: number): string {
  const isRedirect = status >= 300 && status < 400;
  return `it answered ${status}${isRedirect ? '; redirects are not followed' : ''}`;
}
