import { createHash } from 'node:crypto';
import { ApiError, invalid } from '../core/errors.ts';
import { stableJson } from '../lib/json/stable.ts';
import { settledWithin } from '../lib/mutex/settled-within.ts';

/** One use of an `Idempotency-Key`: the key, its scope and the fingerprint of the request. */
export interface KeyUse {
  readonly tenantId: string;
  /** The API key of the caller. */
  readonly actorId: string;
  /** Method and path. The same key on another path is another key. */
  readonly scope: string;
  readonly key: string;
  readonly requestHash: Buffer;
}

const WAIT_MS_MAX = 10_000;

/** Checks the header and returns the use; undefined when there is no header. */
export function keyUseOf(
  { tenantId, actorId }: { readonly tenantId: string; readonly actorId: string },
  method: string,
  url: string,
  header: string | undefined,
  body: unknown,
): KeyUse | undefined {
  if (header === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(header))
    throw invalid('Idempotency-Key', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  const [query = ''] = /\?.*/s.exec(url) ?? [];
  const path = url.slice(0, url.length - query.length).replace(/(?<!\/)\/+$/, '');
  const scope = `${method.toUpperCase()} ${path}`;
  const requestHash = createHash('sha256').update(`${path}${query}\0`).update(stableJson(body)).digest();
  return { tenantId, actorId, scope, key: header, requestHash };
}

/** Running requests of this process by idempotency key. */
const running = new Map<string, Promise<unknown>>();

/**
 * Runs one request of a key at a time. A second one waits up to ten seconds for the first, then throws 409. `work` gets
 * whether it had to wait.
 */
export async function oneAtATime<T>(use: KeyUse, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  const name = `${use.tenantId}\0${use.scope}\0${use.key}`;
  const deadline = performance.now() + WAIT_MS_MAX;
  const hasWaited = running.has(name);
  for (let other = running.get(name); other !== undefined; other = running.get(name)) {
    const left = deadline - performance.now();
    if (left <= 0 || !(await settledWithin(other, left))) {
      throw new ApiError('idempotency_key_in_use', 'A request with this Idempotency-Key is still running.', {
        field: 'Idempotency-Key',
        retry_after: 1,
      });
    }
  }
  const mine = work(hasWaited);
  running.set(name, mine);
  try {
    return await mine;
  } finally {
    running.delete(name);
  }
}
