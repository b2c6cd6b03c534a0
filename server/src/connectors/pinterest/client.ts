import type { z } from 'zod';
import { PlatformError } from '../../core/platform-error.ts';
import type { PlatformAnswer, PlatformRequest, Session } from '../../core/session.ts';
import { callPlatform, type Purpose, refused } from '../platform-call.ts';
import { resetSeconds } from './pacing.ts';
import { PinterestId, Refusal } from './wire.ts';

export interface PinterestRequest extends Omit<PlatformRequest, 'url'> {
  /** Below `/v5`. */
  readonly path: string;
}

/** One call of Pinterest's API as the account, with the whole answer where its status matters. */
export async function callPinterest<Schema extends z.ZodType>(
  session: Session,
  purpose: Purpose,
  { path, ...rest }: PinterestRequest,
  answer: Schema,
): Promise<{ readonly value: z.output<Schema>; readonly answer: PlatformAnswer }> {
  const headers = { authorization: `Bearer ${session.tokens.accessToken}` };
  const request = { ...rest, url: `${session.hosts.api}/v5${path}`, headers };
  const refusal = (received: PlatformAnswer) => toRefusal(received, session.now());
  return await callPlatform(session, { purpose, request, answer, refusal });
}

/** The address of one pin. Ids come from callers too, so nothing else may get into the path. */
export function pinPath(id: string): string {
  if (PinterestId.safeParse(id).success) return `/pins/${id}`;
  throw new PlatformError('not_found', 'Pinterest has no pin with this id.');
}

/** The address of one board; ids come from callers here too. */
export function boardPath(id: string): string {
  if (PinterestId.safeParse(id).success) return `/boards/${id}`;
  throw new PlatformError('not_found', 'Pinterest has no board with this id.', { field: 'board_id' });
}

/** Which code stands for what is documented for a few only, so the status decides. */
export function toRefusal(answer: PlatformAnswer, now: Date): PlatformError | undefined {
  const { status, headers } = answer;
  const { code, message } = Refusal.safeParse(answer.json).data ?? {};
  const facts = code === undefined ? {} : { platformCode: String(code) };
  if (status === 401) return refused('auth_expired', message, status, facts);
  if (status === 429) {
    const wait = resetSeconds(headers, now);
    return refused('rate_limited', message, status, {
      ...facts,
      ...(wait === undefined ? {} : { retryAfterSeconds: wait }),
    });
  }
  // An error page of something in between is no word of Pinterest.
  if (message === undefined || status >= 500) return undefined;
  if (status === 403) return refused('forbidden', message, status, facts);
  const field = fieldOf(message);
  const named = field === undefined ? facts : { ...facts, field };
  if (status === 404) return refused('not_found', message, status, named);
  return status === 400 || status === 413 || status === 422 ? refused('rejected', message, status, named) : undefined;
}

/** Our name of a field, by the words about it. */
function fieldOf(words: string): string | undefined {
  if (/board_section/i.test(words)) return 'platform_data.board_section_id';
  if (/board/i.test(words)) return 'board_id';
  if (/alt_text/i.test(words)) return 'platform_data.alt_text';
  if (/media|image|video/i.test(words)) return 'media';
  if (/description/i.test(words)) return 'text';
  if (/title/i.test(words)) return 'title';
  return /\blink\b/i.test(words) ? 'platform_data.link' : undefined;
}
