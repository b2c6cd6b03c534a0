import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { invalid } from '../core/errors.ts';

/** The caller's request id when it is well formed, else a new one of eight hexadecimal digits. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[a-zA-Z0-9_-]{1,64}$/.test(header) ? header : randomUUID().slice(0, 8);
}

/** Whether the body of the request is still arriving. */
export function isArriving({ complete, destroyed, headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && !complete && !destroyed;
}

const WAIT_SECONDS_MAX = 30;
/** The caller's preferences (RFC 7240). */
interface Preferences {
  readonly waitSeconds: number;
  readonly lenient: boolean;
  readonly skipsVerification: boolean;
}

export const NO_PREFERENCES: Preferences = { waitSeconds: 0, lenient: false, skipsVerification: false };

/** The preferences of `Prefer`: `wait=N`, `handling=lenient` and `verification=none`. Others are ignored. */
export function preferencesOf(request: FastifyRequest): Preferences {
  if (request.headers.prefer === undefined) return NO_PREFERENCES;
  const header = String(request.headers.prefer);
  const wait = /(?:^|[,;\s])wait=(\d{1,6})\b/i.exec(header)?.[1];
  return {
    waitSeconds: Math.min(Number(wait ?? 0), WAIT_SECONDS_MAX),
    lenient: /(?:^|[,;\s])handling=lenient\b/i.test(header),
    skipsVerification: /(?:^|[,;\s])verification=none\b/i.test(header),
  };
}

/** `?dry_run=true`. */
export function isDryRun(query: Record<string, unknown>): boolean {
  const value = query.dry_run;
  if (value === undefined || value === 'false' || value === '0') return false;
  if (value === 'true' || value === '1' || value === '') return true;
  throw invalid('dry_run', 'dry_run must be true or false.');
}

/** Whether the client already has this version (RFC 9110, 13.1.2). */
export function matchesTag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
