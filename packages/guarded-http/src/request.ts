import { validateHeaderName, validateHeaderValue } from 'node:http';
import { type EncodedBody, encodeBody, type FieldValue, type HttpBody, searchParams } from './body.ts';
import { HttpFailure } from './failure.ts';
import { parseUrl } from './guard.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

export interface HttpRequest {
  method: HttpMethod;
  url: string | URL;
  /** Added to the URL's query. A list repeats its name. */
  query?: Record<string, FieldValue | readonly FieldValue[] | undefined> | undefined;
  /** Names in any case. The body's type may be set here; host, length and connection headers may not. */
  headers?: Record<string, string | undefined> | undefined;
  body?: HttpBody | undefined;
  /** From now to the last byte of the response; 30 seconds by default. */
  timeoutMs?: number | undefined;
  /** The same limit as an instant of `performance.now()`; the earlier one counts. A function may move it. */
  deadline?: number | (() => number) | undefined;
  signal?: AbortSignal | undefined;
  /** The response's body is cut here and reported as `truncated`; 4 MiB by default. */
  maxBytes?: number | undefined;
  /** How many redirects of a GET or HEAD are followed; none by default. Each address is checked like the first. */
  redirects?: number | undefined;
  /**
   * Reserved origins and the base addresses that serve them: with `{'https://a.test': 'http://127.0.0.1:4000/b'}` a
   * request to `https://a.test/c` goes to `http://127.0.0.1:4000/b/c`, whatever the policy. Undefined: nothing serves the
   * origin now, and requests to it fail as `blocked`.
   */
  routes?: Readonly<Record<string, string | undefined>> | undefined;
  /** The only base address below which the request and its redirects may go, besides routes. */
  within?: string | undefined;
}

/** A checked and encoded request. */
export interface Call {
  method: HttpMethod;
  url: URL;
  headers: Record<string, string>;
  body: EncodedBody | undefined;
  /** An instant of `performance.now()`; may move. */
  deadline: () => number;
  signal: AbortSignal | undefined;
  /** Whether an earlier hop of this request was already sent. */
  hasSent: boolean;
  /** Base addresses by reserved origin. */
  routes: ReadonlyMap<string, string | undefined>;
  within: string | undefined;
}

const timeoutMsDefault = 30_000;

/** Headers that frame the message. They follow from the URL and the body; other values would allow smuggling. */
const ownHeaders = new Set(
  'connection content-length expect host keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '),
);

/** @throws HttpFailure `invalid` (nothing sent) when the request cannot be sent as given. */
export function prepareCall(request: HttpRequest, userAgent?: string): Call {
  const url = parseUrl(request.url);
  if (!url || !/^https?:$/.test(url.protocol)) throw new HttpFailure('invalid', false, { why: 'not a web address' });
  const what = describe(request.method, url);
  if (url.username || url.password) {
    throw new HttpFailure('blocked', false, { what, why: 'must not carry a user name or password' });
  }
  const query = request.query ? searchParams(request.query).toString() : '';
  if (query) url.search += (url.search ? '&' : '?') + query;
  try {
    const body = request.body && encodeBody(request.body);
    const headers = requestHeaders(request, body, userAgent);
    const latest = performance.now() + (request.timeoutMs ?? timeoutMsDefault);
    const { deadline: given = Infinity } = request;
    const deadline = () => Math.min(latest, typeof given === 'function' ? given() : given);
    const routes = new Map(
      Object.entries(request.routes ?? {}).map(([origin, base]) => [new URL(origin).origin, base]),
    );
    const { method, signal, within } = request;
    return { method, url, headers, body, deadline, signal, hasSent: false, routes, within };
  } catch (cause) {
    throw new HttpFailure('invalid', false, { what, why: (cause as Error).message, cause });
  }
}

/** The name of a request in messages. */
export function describe(method: string, url: URL): string {
  return `${method} ${url.origin}`;
}

function requestHeaders(request: HttpRequest, body: EncodedBody | undefined, userAgent?: string) {
  const headers: Record<string, string> = {};
  if (userAgent !== undefined) headers['user-agent'] = userAgent;
  if (body) headers['content-type'] = body.type;
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (value === undefined) continue;
    const lowerName = name.toLowerCase();
    if (ownHeaders.has(lowerName)) throw new TypeError(`the header ${lowerName} is not for the caller to set`);
    headers[lowerName] = value;
  }
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  if (body?.sizeBytes !== undefined) headers['content-length'] = String(body.sizeBytes);
  return headers;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Headers that a redirect may carry to another origin. Any other header may hold a token. */
const travellingHeaders = new Set(['accept', 'accept-language', 'range', 'user-agent']);

/** The next call of a redirect, or undefined when the response is final. */
export function redirectedCall(call: Call, status: number, location: string | undefined): Call | undefined {
  if (!redirectStatuses.has(status) || location === undefined) return undefined;
  if (call.method !== 'GET' && call.method !== 'HEAD') return undefined;
  const resolved = URL.parse(location, call.url.href);
  const url = resolved && parseUrl(resolved);
  if (!url) return undefined;
  const isSameOrigin = url.origin === call.url.origin;
  const kept = Object.entries(call.headers).filter(([name]) => isSameOrigin || travellingHeaders.has(name));
  return { ...call, url, headers: Object.fromEntries(kept), body: undefined, hasSent: true };
}
