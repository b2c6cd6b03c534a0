import type { z } from 'zod';
import { PlatformError, type PlatformErrorFacts } from '../../core/platform-error.ts';
import type { PlatformAnswer, PlatformRequest, Session } from '../../core/session.ts';
import { callPlatform, type Purpose, refused, retryAfter } from '../platform-call.ts';
import { Refusal, resultOf } from './wire.ts';

/** `platformCode` of an edit of a text that the message does not have. */
export const NO_TEXT = 'no_text';
/** `platformCode` of an edit that changes nothing. */
export const NOT_MODIFIED = 'not_modified';

/** One method of the Bot API. The token is part of the address, so nothing that is none may get there. */
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
  const refusal = (answer: PlatformAnswer) => toRefusal(answer, session.now());
  const { value } = await callPlatform(session, { purpose, request, answer: resultOf(result), refusal });
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

/** Refusals with status 400 by their words, which are all that Telegram gives. */
const meanings: readonly (readonly [words: RegExp, meaning: Meaning])[] = [
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

/** https://core.telegram.org/bots/api#making-requests: the sentence repeats the status and then says what is wrong. */
function toRefusal(answer: PlatformAnswer, now: Date): PlatformError | undefined {
  const { status } = answer;
  const { data } = Refusal.safeParse(answer.json);
  const words = data?.description;
  if (status === 429) {
    const told = data?.parameters?.retry_after ?? retryAfter(answer.headers['retry-after'], now);
    const wait = told === undefined ? {} : { retryAfterSeconds: Math.min(Math.max(told, 1), 24 * 3600) };
    return refused('rate_limited', words, status, wait);
  }
  if (status === 413) return refused('rejected', words, status, { field: 'media' });
  // An error page of something in between is no word of Telegram.
  if (words === undefined || status >= 500) return undefined;
  // A token of the wrong form is no path that Telegram knows.
  if (status === 401 || status === 404) return refused('auth_expired', words, status);
  if (status === 403) return refused('forbidden', words, status);
  // Updates are being asked for elsewhere, or pushed to another address.
  if (status === 409) return refused(/webhook/i.test(words) ? 'forbidden' : 'unavailable', words, status);
  if (status !== 400) return undefined;
  const { kind, facts = {} } = meanings.find(([pattern]) => pattern.test(words))?.[1] ?? { kind: 'rejected' as const };
  return refused(kind, words, status, facts);
}
