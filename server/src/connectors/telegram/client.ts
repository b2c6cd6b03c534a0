import type { z } from 'zod';
import { PlatformError, type PlatformErrorFacts } from '../../core/platform-error.ts';
import type { PlatformRequest, PlatformResponse, Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callPlatform, type Purpose, platformError, retryAfter } from '../shared/call-platform.ts';
import { Rejection, resultOf } from './wire.ts';

/** `platformCode` of an edit of a text that the message does not have. */
export const NO_TEXT = 'no_text';
/** `platformCode` of an edit that changes nothing. */
export const NOT_MODIFIED = 'not_modified';

/** Calls one method of the Bot API. The token is part of the address, so an invalid one must not get there. */
export async function callTelegram<Schema extends z.ZodType>(
  session: Session,
  purpose: Purpose,
  method: string,
  body: NonNullable<PlatformRequest['body']>,
  result: Schema,
): Promise<z.output<Schema>> {
  const { accessToken } = session.tokens;
  if (!/^\d{1,20}:[\w-]{1,100}$/.test(accessToken)) {
    throw new PlatformError('auth_expired', 'This is not the token of a bot.');
  }
  const request = { method: 'POST', url: `${session.hosts.api}/bot${accessToken}/${method}`, body } as const;
  const rejection = (response: PlatformResponse) => toRejection(response, session.now());
  const { value } = await callPlatform(session, { purpose, request, response: resultOf(result), rejection });
  return (value as { readonly result: z.output<Schema> }).result;
}

/** The number before the colon. */
export function botIdOf(token: string): string {
  return token.split(':', 1)[0] ?? '';
}

interface Meaning {
  readonly kind: PlatformError['kind'];
  readonly facts?: PlatformErrorFacts;
}

/** Rejections with status 400 by their description, because Telegram sends no codes. */
const meanings: readonly (readonly [message: RegExp, meaning: Meaning])[] = [
  [/message is not modified/i, { kind: 'rejected', facts: { platformCode: NOT_MODIFIED } }],
  [/no text in the message/i, { kind: 'rejected', facts: { platformCode: NO_TEXT } }],
  [/message to \w+ not found|MESSAGE_ID_INVALID/i, { kind: 'not_found' }],
  [/chat not found|upgraded to a supergroup/i, { kind: 'forbidden' }],
  [/rights|can't be (deleted|edited)|CHAT_ADMIN_REQUIRED|CHAT_WRITE_FORBIDDEN|CHANNEL_PRIVATE/i, { kind: 'forbidden' }],
  [
    /message is too long|caption is too long|text is empty|parse entities/i,
    { kind: 'rejected', facts: { field: 'text' } },
  ],
  [/photo|video|file|media|image|HTTP URL/i, { kind: 'rejected', facts: { field: 'media' } }],
];

/** https://core.telegram.org/bots/api#making-requests: the description repeats the status before the reason. */
function toRejection(response: PlatformResponse, now: Date): PlatformError | undefined {
  const { status } = response;
  const { data } = Rejection.safeParse(response.json);
  const message = data?.description;
  if (status === 429) {
    const wait = data?.parameters?.retry_after ?? retryAfter(response.headers['retry-after'], now);
    const retryAfterSeconds = wait === undefined ? undefined : Math.min(Math.max(wait, 1), 24 * 3600);
    return platformError('rate_limited', message, status, compact({ retryAfterSeconds }));
  }
  if (status === 413) return platformError('rejected', message, status, { field: 'media' });
  // A proxy's error page says nothing about Telegram's decision.
  if (message === undefined || status >= 500) return undefined;
  // Telegram knows no path for a token of the wrong form.
  if (status === 401 || status === 404) return platformError('auth_expired', message, status);
  if (status === 403) return platformError('forbidden', message, status);
  // Another program polls the updates, or they are pushed to another address.
  if (status === 409) return platformError(/webhook/i.test(message) ? 'forbidden' : 'unavailable', message, status);
  if (status !== 400) return undefined;
  const { kind, facts = {} } = meanings.find(([pattern]) => pattern.test(message))?.[1] ?? {
    kind: 'rejected' as const,
  };
  return platformError(kind, message, status, facts);
}
