import { errorOf, HubbubError } from './errors.ts';
import { withRetries } from './retry.ts';
import type { CallOptions } from './types.ts';

/** The parts that all calls of one client share. */
export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly retries: number;
}

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Calls an operation. `route` is a verb and a path of the table; the verb decides where the fields go that the path does
 * not take. A write gets an idempotency key that all its attempts share, so the service does it once.
 * @throws {HubbubError} when the service rejects, or gives no response to the last attempt
 */
export async function request(
  connection: Connection,
  route: string,
  input: Fields = {},
  options: CallOptions = {},
): Promise<unknown> {
  const { url, ...init } = toRequest(connection, route, input, options);
  const { retries = connection.retries, timeoutMs = connection.timeoutMs, waitSeconds = 0, signal } = options;
  return withRetries(
    async () => {
      const { response, text } = await exchange(connection, url, init, timeoutMs + waitSeconds * 1000, signal);
      const body = parse(text);
      // A post whose targets all failed exists: the response is the post, with its errors.
      if (response.ok || isResource(body)) return body;
      throw errorOf(response, body);
    },
    retries,
    signal,
  );
}

/** The address, headers and body of a call. */
export function toRequest({ baseUrl, apiKey }: Connection, route: string, input: Fields, options: CallOptions) {
  const [verb = '', path = ''] = route.split(' ');
  const rest: Record<string, unknown> = { ...input };
  const method = { LIST: 'GET', FORM: 'POST' }[verb] ?? verb;
  const query = new URLSearchParams();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = take(rest, name);
    if (value === undefined || value === null || value === '') throw new TypeError(`${name} is missing for ${route}.`);
    return encodeURIComponent(String(value));
  });
  const isWrite = method !== 'GET';
  const isInQuery = !isWrite || method === 'DELETE';
  for (const name of isInQuery ? Object.keys(rest) : ['dry_run']) {
    const value = take(rest, name);
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const body = isInQuery ? undefined : verb === 'FORM' ? toForm(rest) : toJson(rest);
  const search = query.toString();
  return {
    url: `${baseUrl}${filled}${search && `?${search}`}`,
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...(isWrite ? { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() } : {}),
      ...(options.waitSeconds ? { prefer: `wait=${options.waitSeconds}` } : {}),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
  };
}

function take(fields: Record<string, unknown>, name: string): unknown {
  const value = fields[name];
  delete fields[name];
  return value;
}

function toJson(fields: Fields): string | undefined {
  return Object.keys(fields).length === 0 ? undefined : JSON.stringify(fields);
}

function toForm(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value as Blob);
  return form;
}

/** One attempt. @throws the reason of the signal, or a HubbubError when no response came */
async function exchange(
  connection: Connection,
  url: string,
  init: RequestInit,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<{ response: Response; text: string }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const signals = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    const response = await connection.fetch(url, { ...init, signal: signals });
    return { response, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    throw timeout.aborted
      ? new HubbubError(`The service did not answer within ${timeoutMs} ms.`, { code: 'timeout', cause })
      : networkError(cause);
  }
}

export function networkError(cause: unknown): HubbubError {
  return new HubbubError('The connection to the service failed.', { code: 'network_error', cause });
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isResource(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'id' in body && 'targets' in body;
}
