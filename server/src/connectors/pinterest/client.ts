import { z } from 'zod';
import { PlatformError } from '../../core/platform-error.ts';
import type { PlatformRequest, PlatformResponse, Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callPlatform, type Purpose, platformError } from '../shared/call-platform.ts';
import { resetSeconds } from './pacing.ts';
import { PinterestId, Rejection } from './wire.ts';

export interface PinterestRequest extends Omit<PlatformRequest, 'url'> {
  /** Below `/v5`. */
  readonly path: string;
}

/**
 * Makes one call of Pinterest's API as the account. Returns the whole response too, because its status matters to some
 * callers.
 */
export async function callPinterest<Schema extends z.ZodType>(
  session: Session,
  purpose: Purpose,
  { path, ...rest }: PinterestRequest,
  response: Schema,
): Promise<{ readonly value: z.output<Schema>; readonly response: PlatformResponse }> {
  const headers = { authorization: `Bearer ${session.tokens.accessToken}` };
  const request = { ...rest, url: `${session.hosts.api}/v5${path}`, headers };
  const rejection = (received: PlatformResponse) => toRejection(received, session.now());
  return await callPlatform(session, { purpose, request, response, rejection });
}

/** The path of one pin. Ids come from callers too, so only valid ones get into it. */
export function pinPath(id: string): string {
  if (PinterestId.safeParse(id).success) return `/pins/${id}`;
  throw new PlatformError('not_found', 'Pinterest has no pin with this id.');
}

/** The path of one board; ids come from callers here too. */
export function boardPath(id: string): string {
  if (PinterestId.safeParse(id).success) return `/boards/${id}`;
  throw new PlatformError('not_found', 'Pinterest has no board with this id.', { field: 'board_id' });
}

/** Only 204 means that the item was deleted. */
export async function deleteAt(session: Session, path: string): Promise<void> {
  const { status } = (await callPinterest(session, 'effect', { method: 'DELETE', path }, z.unknown())).response;
  if (status !== 204) throw new PlatformError('unknown', `Pinterest responded with status ${status}.`, { status });
}

/** Pinterest documents the meaning of only a few codes, so the status decides. */
export function toRejection(response: PlatformResponse, now: Date): PlatformError | undefined {
  const { status, headers } = response;
  const { code, message } = Rejection.safeParse(response.json).data ?? {};
  const facts = compact({ platformCode: code === undefined ? undefined : String(code) });
  if (status === 401) return platformError('auth_expired', message, status, facts);
  if (status === 429) {
    const retryAfterSeconds = resetSeconds(headers, now);
    return platformError('rate_limited', message, status, compact({ ...facts, retryAfterSeconds }));
  }
  // A proxy's error page says nothing about Pinterest's decision.
  if (message === undefined || status >= 500) return undefined;
  if (status === 403) return platformError('forbidden', message, status, facts);
  const named = compact({ ...facts, field: fieldOf(message) });
  if (status === 404) return platformError('not_found', message, status, named);
  return status === 400 || status === 413 || status === 422
    ? platformError('rejected', message, status, named)
    : undefined;
}

/** Our field that the message is about. */
function fieldOf(message: string): string | undefined {
  if (/board_section/i.test(message)) return 'platform_data.board_section_id';
  if (/board/i.test(message)) return 'board_id';
  if (/alt_text/i.test(message)) return 'platform_data.alt_text';
  if (/media|image|video/i.test(message)) return 'media';
  if (/description/i.test(message)) return 'text';
  if (/title/i.test(message)) return 'title';
  return /\blink\b/i.test(message) ? 'platform_data.link' : undefined;
}
