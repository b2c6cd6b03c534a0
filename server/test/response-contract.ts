import { isDeepStrictEqual } from 'node:util';
import { ERROR_STATUS } from '../src/core/errors.ts';
import type { AnyOperation } from '../src/core/operation.ts';
import { operations } from '../src/operations.ts';
import { faultOf } from './document-contract.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const routes = operations.map((operation) => ({
  operation,
  method: operation.http.method.toUpperCase(),
  pattern: new RegExp(`^${operation.http.path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
  isExact: !operation.http.path.includes('{'),
}));

/** The operation that a request reaches. */
export function operationAt(method: string, path: string): AnyOperation | undefined {
  const bare = path.replace(/\?.*$/, '');
  const found = routes.filter((route) => route.method === method && route.pattern.test(bare));
  return (found.find((route) => route.isExact) ?? found[0])?.operation;
}

/**
 * Throws when a response of the API is not what the contract says of every response: a request id, the operation's own
 * output and nothing besides, or the flat error body with a code that belongs to the status.
 */
export function assertConforms(method: string, path: string, response: Answered): void {
  const operation = operationAt(method, path);
  const { status, text } = response;
  const wrong = (what: string) => new Error(`${method} ${path} answered ${status}, ${what}: ${text.slice(0, 1000)}`);
  const requestId = response.headers.get('x-request-id');
  if (requestId === null || !/^[a-zA-Z0-9_-]{1,64}$/.test(requestId)) throw wrong(`with the request id ${requestId}`);
  if (status === 204) {
    if (text !== '') throw wrong('with a body');
    const fault = operation && faultOf(operation, status, undefined);
    if (fault !== undefined) throw wrong(fault);
    return;
  }
  if (operation === undefined && status < 400) return;
  if (operation?.isStream && status < 400) return;
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text);
  } catch {
    throw wrong('which is not JSON');
  }
  // A wrong method or a wrong address is no response of the operation.
  const isOfOperation = operation !== undefined && status !== 405;
  const fault = isOfOperation ? faultOf(operation, status, body) : undefined;
  if (fault !== undefined) throw wrong(fault);
  if (status >= 400) {
    const { error, code, detail_code: detail, request_id: id } = body;
    const isStateOfOtherKey = status === 403 && code === 'unauthorized' && detail === 'auth.state_mismatch';
    if (typeof error !== 'string' || error === '') throw wrong('without `error`');
    if (ERROR_STATUS[code as keyof typeof ERROR_STATUS] !== status && !isStateOfOtherKey)
      throw wrong('whose `code` has another status');
    if (id !== requestId) throw wrong(`whose request id is ${requestId}`);
    return;
  }
  if (operation === undefined || body.dry_run === true) return;
  // A waiting call shows the operation's own fields, where it has a body, with its state and id.
  if (status === 202 && typeof body.held_id === 'string') return;
  const parsed = operation.output.safeParse(body);
  if (!parsed.success) throw wrong(`which is not the output of ${operation.name} (${parsed.error.message})`);
  if (!isDeepStrictEqual(parsed.data, body)) throw wrong(`with fields that ${operation.name} does not declare`);
}
