import { Agent, buildConnector } from 'undici';
import { networkList } from './address.ts';
import { discardBody } from './body.ts';
import type { Destination } from './exchange.ts';
import { createExchanges } from './exchanges.ts';
import { HttpFailure } from './failure.ts';
import { type AddressRules, guardedConnector, type Lookup, plainLookup, urlBlockReason } from './guard.ts';
import { type Call, describe, type HttpRequest, prepareCall, redirectedCall } from './request.ts';
import { collectResponse, type HttpDownload, type HttpResponse, openDownload } from './response.ts';

/** Which addresses a client may reach. */
export type HttpPolicy =
  | { kind: 'open' }
  | { kind: 'only'; origins: () => readonly string[] }
  | { kind: 'guarded'; rules: AddressRules };

/** Allows every address: for addresses that the operator chose. */
export const open: HttpPolicy = { kind: 'open' };

/** Allows only these origins (`http://127.0.0.1:4000`). A function is called at every request. */
export function only(origins: readonly string[] | (() => readonly string[])): HttpPolicy {
  return { kind: 'only', origins: typeof origins === 'function' ? origins : () => origins };
}

/** Allows public addresses only: for addresses that visitors gave. */
export function guarded(rules: AddressRules = {}): HttpPolicy {
  return { kind: 'guarded', rules };
}

export interface HttpClientOptions {
  policy: HttpPolicy;
  /** Name resolution, TCP and TLS together; 5 seconds without it. */
  connectTimeoutMs?: number | undefined;
  /** Open connections per origin; further requests wait. 256 without it. */
  connectionsMax?: number | undefined;
  userAgent?: string | undefined;
  lookup?: Lookup | undefined;
  /** Certificate authorities (PEM) to trust instead of the usual ones. */
  ca?: string | readonly string[] | undefined;
}

/** A download needs a size limit. `timeoutMs` covers it to its last byte; 5 minutes by default. */
export interface HttpDownloadRequest extends HttpRequest {
  maxBytes: number;
}

/** Every rejection is an HttpFailure. No status is a failure, and no request is ever sent twice. */
export interface HttpClient {
  request(request: HttpRequest): Promise<HttpResponse>;
  /** Resolves when the head of the response has arrived. */
  download(request: HttpDownloadRequest): Promise<HttpDownload>;
  /** Rejects new requests, gives running ones the grace to end, then closes every connection. */
  close(graceMs?: number): Promise<void>;
}

const maxBytesDefault = 4 * 1024 * 1024;
const downloadTimeoutMsDefault = 5 * 60_000;

/** A client with its own connections. @throws when an option is invalid. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { policy, userAgent } = options;
  const agents = { policed: agentFor(policy, options), direct: agentFor(open, options) };
  const exchanges = createExchanges();
  let closed: Promise<void> | undefined;

  /** Finds the destination of a hop. @throws HttpFailure `blocked` or `closed` */
  const destinationOf = ({ method, url, hasSent, routes, within }: Call): Destination => {
    const what = describe(method, url);
    const blockedBecause = (why: string) => new HttpFailure('blocked', hasSent, { what, why });
    if (closed) throw new HttpFailure('closed', hasSent, { what });
    if (routes.has(url.origin)) {
      const base = routes.get(url.origin);
      if (base === undefined) throw blockedBecause('nothing serves this reserved address now');
      return { dispatcher: agents.direct, url: joinedUrl(base, url), exchanges };
    }
    const reason =
      policyBlockReason(policy, url) ?? (isWithin(within, url) ? undefined : 'leads out of its base address');
    if (reason !== undefined) throw blockedBecause(reason);
    return { dispatcher: agents.policed, url, exchanges };
  };

  const close = async (graceMs: number) => {
    await exchanges.settle(graceMs);
    await Promise.all([agents.policed.destroy(), agents.direct.destroy()]);
  };

  const execute = async <Result extends HttpResponse | HttpDownload>(
    request: HttpRequest,
    send: (destination: Destination, call: Call) => Promise<Result>,
  ): Promise<Result> => {
    try {
      let call = prepareCall(request, userAgent);
      for (let left = request.redirects ?? 0; ; left -= 1) {
        const response = await send(destinationOf(call), call);
        const next = left > 0 ? redirectedCall(call, response.status, response.headers.location) : undefined;
        if (!next) return response;
        if ('stream' in response) response.stream.destroy();
        call = next;
      }
    } catch (failure) {
      discardBody(request.body);
      throw failure;
    }
  };

  return {
    request: (request) => {
      const { maxBytes = maxBytesDefault } = request;
      return execute(request, (destination, call) => collectResponse(destination, call, maxBytes));
    },

    download: (request) => {
      const { maxBytes, timeoutMs = downloadTimeoutMsDefault } = request;
      return execute({ ...request, timeoutMs }, (destination, call) => openDownload(destination, call, maxBytes));
    },

    close: (graceMs = 5_000) => {
      closed ??= close(graceMs);
      return closed;
    },
  };
}

function agentFor(policy: HttpPolicy, options: HttpClientOptions): Agent {
  const { connectTimeoutMs = 5_000, connectionsMax = 256, lookup, ca } = options;
  const build: buildConnector.BuildOptions = { timeout: connectTimeoutMs, allowH2: false };
  if (ca !== undefined) build.ca = typeof ca === 'string' ? ca : [...ca];
  const connectOptions = lookup ? { ...build, lookup: plainLookup(lookup) } : build;
  const isGuarded = policy.kind === 'guarded';
  if (isGuarded) networkList(policy.rules.allowNetworks ?? []);
  return new Agent({
    connect: isGuarded ? guardedConnector(policy.rules, build, lookup) : buildConnector(connectOptions),
    connections: connectionsMax,
    // One request at a time per connection: a failure must not leave a second one uncertain.
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
    // The deadline of a request covers all its phases.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function policyBlockReason(policy: HttpPolicy, url: URL): string | undefined {
  if (policy.kind === 'guarded') return urlBlockReason(url, policy.rules);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must use http or https';
  if (policy.kind === 'open') return undefined;
  const isListed = policy.origins().some((origin) => URL.parse(origin)?.origin === url.origin);
  return isListed ? undefined : 'this client reaches its own hosts only';
}

/** Whether an address lies below a base address. Its path has no dot segments, because the parser resolves them. */
function isWithin(base: string | undefined, { origin, pathname }: URL): boolean {
  if (base === undefined) return true;
  const bounds = URL.parse(base);
  return bounds?.origin === origin && pathname.startsWith(`${bounds.pathname.replace(/(?<!\/)\/+$/, '')}/`);
}

function joinedUrl(base: string, { pathname, search }: URL): URL {
  return new URL(base.replace(/(?<!\/)\/+$/, '') + pathname + search);
}
