import { PlatformError } from '../../src/core/platform-error.ts';
import type { Session } from '../../src/core/session.ts';
import type { FakeRequest } from './account-items.ts';
import type { Call } from './faults.ts';

/** Calls the fake platform. */
export async function call(session: Session, operation: Call, request: Omit<FakeRequest, 'token'>) {
  const json = { token: session.tokens.accessToken, ...request };
  return session.http.send({ method: 'POST', url: `https://platform.test/${operation}`, body: { json } });
}

/** The content of a good answer; throws a PlatformError for any other. */
export async function ask(
  session: Session,
  operation: Call,
  purpose: 'effect' | 'read',
  request: Omit<FakeRequest, 'token'>,
  alsoGood: readonly number[] = [],
): Promise<Record<string, unknown>> {
  try {
    const { status, json, headers } = await call(session, operation, request);
    if (status === 200 || alsoGood.includes(status)) return json as Record<string, unknown>;
    const wait = headers['retry-after'];
    const { code } = json as { code?: string };
    throw rejection(status, purpose, code, wait === undefined ? {} : { retryAfterSeconds: Number(wait) });
  } catch (error) {
    // A lost response of a question leaves nothing in doubt.
    if (purpose === 'read' && error instanceof PlatformError && error.kind === 'unknown')
      throw new PlatformError('unavailable', error.message, error.facts);
    throw error;
  }
}

/** Translates an error response of the platform as the real connectors do. */
export function rejection(
  status: number,
  purpose: 'effect' | 'read',
  code: string | undefined,
  facts: PlatformError['facts'],
): PlatformError {
  const all = { ...facts, status, ...(code === undefined ? {} : { platformCode: code }) };
  const make = (kind: PlatformError['kind']) => new PlatformError(kind, `The platform answered ${status}.`, all);
  if (status === 401) return make('auth_expired');
  if (status === 429) return make('rate_limited');
  if (status === 409) return make('unavailable');
  // A second try of the same thing is rejected like this: it does not say whether the first one did it.
  if (code === 'duplicate' || code === 'used') return make('unknown');
  if (status === 403) return make('forbidden');
  if (status === 404) return make(purpose === 'effect' ? 'unknown' : 'not_found');
  if (status === 400) return make('rejected');
  return make(purpose === 'effect' ? 'unknown' : 'unavailable');
}
