import { Agent, buildConnector } from 'undici';
import { networkList } from './address.ts';
import { collectAnswer, type HttpAnswer, type HttpDownload, openDownload } from './answer.ts';
import { discardBody } from './body.ts';
import type { Destination } from './exchange.ts';
import { HttpFailure } from './failure.ts';
import { type AddressRules, guardedConnector, type Lookup, plainLookup, urlRefusal } from './guard.ts';
import { type Call, describe, type HttpRequest, prepareCall, redirectedCall } from './request.ts';
import { createRunning } from './running.ts';

/** Where a client may go. */
export type HttpPolicy =
  | { kind: 'open' }
  | { kind: 'only'; origins: () => readonly string[] }
  | { kind: 'guarded'; rules: AddressRules };

/** No rules: for addresses of the operator's own choice. */
export const open: HttpPolicy = { kind: 'open' };

/** Nothing but these origins (`http://127.0.0.1:4000`); a function is asked at every request. */
export function only(origins: readonly string[] | (() => readonly string[])): HttpPolicy {
  return { kind: 'only', origins: typeof origins === 'function' ? origins : () => origins };
}

/** For addresses that a customer gave. */
export function guarded(rules: AddressRules = {}): HttpPolicy {
  return { kind: 'guarded', rules };
}

export interface HttpClientOptions {
  policy: HttpPolicy;
  /**
   * Reserved origins and the base addresses that serve them: with `{'https://a.test': 'http://127.0.0.1:4000/b'}` a
   * request to `https://a.test/c` goes to `http://127.0.0.1:4000/b/c`, past the policy. While a function gives
   * undefined, requests to its origin are refused.
   */
  routes?: Record<string, string | (() => string | undefined)> | undefined;
  /** Name resolution, TCP and TLS together; 5 seconds without it. */
  connectTimeoutMs?: number | undefined;
  /** Open connections per origin; further requests wait. 256 without it. */
  connectionsMax?: number | undefined;
  userAgent?: string | undefined;
  lookup?: Lookup | undefined;
  /** Certificate authorities (PEM) to trust instead of the usual ones. */
  ca?: string | readonly string[] | undefined;
}

/** A download says how large it may become. `timeoutMs` covers it to its last byte; 5 minutes without it. */
export interface HttpDownloadRequest extends HttpRequest {
  maxBytes: number;
}

/** Every rejection is an HttpFailure. A status is never a failure, and nothing is ever sent twice. */
export interface HttpClient {
  request(request: HttpRequest): Promise<HttpAnswer>;
  /** Answers when the head has arrived. */
  download(request: HttpDownloadRequest): Promise<HttpDownload>;
  /** Refuses new requests, lets running ones end within the grace, then closes every connection. */
  close(graceMs?: number): Promise<void>;
}

const maxBytesDefault = 4 * 1024 * 1024;
const downloadTimeoutMsDefault = 5 * 60_000;

/** A client with its own connections. @throws when an option is not what it should be. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { policy, userAgent } = options;
  const agents = { policed: agentFor(policy, options), direct: agentFor(open, options) };
  const running = createRunning();
  let closed: Promise<void> | undefined;
  const routes = new Map(Object.entries(options.routes ?? {}).map(([origin, base]) => [new URL(origin).origin, base]));

  /** Decides at every hop where a call goes. @throws HttpFailure `blocked` or `closed` */
  const destinationOf = ({ method, url, hasSent }: Call): Destination => {
    const what = describe(method, url);
    const refuse = (why: string) => new HttpFailure('blocked', hasSent, { what, why });
    if (closed) throw new HttpFailure('closed', hasSent, { what });
    const route = routes.get(url.origin);
    if (route !== undefined) {
      const base = typeof route === 'function' ? route() : route;
      if (base === undefined) throw refuse('nothing serves this reserved address now');
      return { dispatcher: agents.direct, url: joinedUrl(base, url), running };
    }
    const reason = policyRefusal(policy, url);
    if (reason !== undefined) throw refuse(reason);
    return { dispatcher: agents.policed, url, running };
  };

  const close = async (graceMs: number) => {
    await running.settle(graceMs);
    await Promise.all([agents.policed.destroy(), agents.direct.destroy()]);
  };

  const perform = async <Answer extends HttpAnswer | HttpDownload>(
    request: HttpRequest,
    send: (destination: Destination, call: Call) => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      let call = prepareCall(request, userAgent);
      for (let left = request.redirects ?? 0; ; left -= 1) {
        const answer = await send(destinationOf(call), call);
        const next = left > 0 ? redirectedCall(call, answer.status, answer.headers.location) : undefined;
        if (!next) return answer;
        if ('stream' in answer) answer.stream.destroy();
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
      return perform(request, (destination, call) => collectAnswer(destination, call, maxBytes));
    },

    download: (request) => {
      const { maxBytes, timeoutMs = downloadTimeoutMsDefault } = request;
      return perform({ ...request, timeoutMs }, (destination, call) => openDownload(destination, call, maxBytes));
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
    // One request at a time per connection: the next one in a pipeline would be in doubt with the first.
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
    // The deadline of each request covers all of its phases.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function policyRefusal(policy: HttpPolicy, url: URL): string | undefined {
  if (policy.kind === 'guarded') return urlRefusal(url, policy.rules);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must use http or https';
  if (policy.kind === 'open') return undefined;
  const isListed = policy.origins().some((origin) => URL.parse(origin)?.origin === url.origin);
  return isListed ? undefined : 'this client reaches its own hosts only';
}

function joinedUrl(base: string, { pathname, search }: URL): URL {
  return new URL(base.replace(/\/+$/, '') + pathname + search);
}
