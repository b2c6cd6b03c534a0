import { json } from '../../core/calls/response.ts';
import type { Call, Method, PlatformResponse, Route } from '../../core/platform.ts';

/** A rejection in the envelope of XRPC, thrown by handlers: https://atproto.com/specs/xrpc#error-responses */
export class XrpcError extends Error {
  readonly status: number;
  readonly error: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, error: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'XrpcError';
    this.status = status;
    this.error = error;
    this.headers = headers;
  }
}

export const invalidRequest = (message: string) => new XrpcError(400, 'InvalidRequest', message);

export function failure(
  status: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
): PlatformResponse {
  return json({ error, message }, status, headers);
}

const anyHost = 'pds';

interface XrpcOptions {
  readonly operation: Route['operation'];
  /** Without one the route asks for an access token of an account. */
  readonly auth?: 'none';
  readonly host?: string;
}

/** `query('com.atproto.repo.getRecord', …)` is a GET, `procedure` a POST, both below /xrpc. */
export function query(name: string, options: XrpcOptions, handle: Route['handle']): Route {
  return xrpc('GET', name, options, handle);
}

export function procedure(name: string, options: XrpcOptions, handle: Route['handle']): Route {
  return xrpc('POST', name, options, handle);
}

function xrpc(
  method: Method,
  name: string,
  { operation, auth, host = anyHost }: XrpcOptions,
  handle: Route['handle'],
): Route {
  return {
    method,
    host,
    path: `/xrpc/${name}`,
    operation,
    ...(auth ? { auth } : {}),
    async handle(call) {
      try {
        return await handle(call);
      } catch (error) {
        if (error instanceof XrpcError) return failure(error.status, error.error, error.message, { ...error.headers });
        throw error;
      }
    },
  };
}

/** The DID of the calling account. */
export function me(call: Call): string {
  return call.account?.platform_id ?? '';
}

/** A parameter that must be there. */
export function required(call: Call, name: string): string {
  const value = call.input(name);
  if (value === undefined || value === '') throw invalidRequest(`Params must have the property "${name}"`);
  return value;
}

export function limitOf(call: Call, usual: number, most: number): number {
  const limit = Number(call.input('limit') ?? usual);
  if (!Number.isInteger(limit) || limit < 1) throw invalidRequest('limit can not be less than 1');
  if (limit > most) throw invalidRequest(`limit can not be greater than ${most}`);
  return limit;
}

/** A page of rows in the order given; the cursor is the key of the last row shown. */
export function pageOf<Row>(
  call: Call,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  { usual = 50, most = 100 } = {},
): { page: Row[]; cursor?: string } {
  const limit = limitOf(call, usual, most);
  const cursor = call.input('cursor');
  const start = cursor === undefined ? 0 : rows.findIndex((row) => keyOf(row) === cursor) + 1;
  const page = cursor !== undefined && start === 0 ? [] : rows.slice(start, start + limit);
  const last = page.at(-1);
  return last !== undefined && start + limit < rows.length ? { page, cursor: keyOf(last) } : { page };
}
