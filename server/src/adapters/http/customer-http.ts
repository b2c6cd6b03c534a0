import {
  type AddressRules,
  checkUrl,
  createHttpClient,
  guarded,
  type HttpDownload,
  HttpFailure,
  type HttpFailureReason,
} from '@hubbub/guarded-http';
import { NO_WORLD } from '../../core/ids.ts';
import type { Tenant, World } from '../../core/tenant.ts';
import { isLoopbackName } from '../../lib/loopback.ts';
import { readFirst, retryAfterOf } from './customer-response.ts';

/** Served by the simulator, for test tenants only. */
const SIMULATOR_ORIGIN = 'https://simulator.test';

/** Rules for addresses by purpose, and their paths at the simulator. */
const PURPOSES = {
  webhook: { allowHttp: false, path: /^\/receiver\/[\w.-]{1,64}$/, example: 'receiver/NAME' },
  media: { allowHttp: true, path: /^\/files\//, example: 'files/NAME' },
};

/** A message that a key addressed must not open what requests of this machine open, ours and the simulator's. */
const PASSED_ON = { via: '1.1 hubbub' };

/** Receivers of test tenants on this machine. */
const LOCAL_RULES: AddressRules = { allowHttp: true, allowNetworks: ['127.0.0.1/32', '::1/128'] };

/** How much of a response's body is kept. The rest is not read. */
const RESPONSE_BYTES_MAX = 64 * 1024;
/** From the head of a response to the end of its body. */
const BODY_MS_MAX = 5000;

export interface CustomerHttpOptions {
  /** Base URL of a world; undefined while no simulator runs. */
  readonly worldUrl: (world: World) => string | undefined;
  /** Resolves when the world can be called. */
  readonly ready: (world: World) => Promise<void>;
  /** Notes that a world is not there. */
  readonly forget?: (world: World) => void;
  readonly userAgent: string;
  /** Allows any host and port, for trials on one machine. The scheme stays https. */
  readonly allowPrivateNetwork?: boolean;
  /** Nobody but this machine reaches the service, so webhooks of test tenants may use plain http to this machine. */
  readonly allowLocalReceivers?: boolean;
  /** Certificate authorities (PEM) to trust instead of the usual ones. */
  readonly ca?: string;
}

/** The tenant of a request. */
type Owner = Pick<Tenant, 'world'>;

/** Guarded requests to the webhook addresses of customers. */
export interface CustomerHttp {
  readonly callCustomer: (request: {
    readonly tenant: Owner;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly timeoutMs: number;
  }) => Promise<{
    readonly status: number | null;
    readonly body: string;
    readonly reason: HttpFailureReason | null;
    readonly error: string | null;
    readonly durationMs: number;
    readonly retryAfterSeconds: number | null;
  }>;
  /** Why an address may not be called, completing "The url …", or undefined. A name is resolved at the call only. */
  readonly rejectUrl: (tenant: Owner, url: string, purpose: keyof typeof PURPOSES) => string | undefined;
  readonly close: () => Promise<void>;
}

/** Only requests of a test tenant have a route to the simulator, and it leads to its own world. */
export function createCustomerHttp(options: CustomerHttpOptions): CustomerHttp {
  const rules: AddressRules = { allowPrivateNetwork: options.allowPrivateNetwork };
  const common = { policy: guarded(rules), userAgent: options.userAgent, ca: options.ca };
  const anywhere = createHttpClient(common);
  const local = createHttpClient({ ...common, policy: guarded(LOCAL_RULES) });
  const isLocal = ({ world }: Owner, url: string) =>
    world !== null && options.allowLocalReceivers === true && isLocalReceiver(url);

  return {
    async callCustomer({ tenant, url, headers, body, timeoutMs }) {
      const started = performance.now();
      const goesHere = isLocal(tenant, url);
      const { world } = tenant;
      const routes = world === null ? {} : { [SIMULATOR_ORIGIN]: options.worldUrl(world) };
      if (world !== null && url.startsWith(`${SIMULATOR_ORIGIN}/`)) await options.ready(world);
      const outcome = await (goesHere ? local : anywhere)
        .download({
          method: 'POST',
          url,
          headers: goesHere ? { ...headers, ...PASSED_ON } : headers,
          body: { bytes: body, type: 'application/json' },
          timeoutMs,
          routes,
          maxBytes: Number.POSITIVE_INFINITY,
        })
        .then((response) => {
          if (world !== null && NO_WORLD in response.headers) options.forget?.(world);
          return outcomeOf(response);
        }, failureOf);
      return { ...outcome, durationMs: Math.round(performance.now() - started) };
    },

    rejectUrl(tenant, text, purpose) {
      const { allowHttp, path, example } = PURPOSES[purpose];
      const ownRules = purpose === 'webhook' && isLocal(tenant, text) ? LOCAL_RULES : { ...rules, allowHttp };
      const check = checkUrl(text, ownRules);
      if (!check.ok) return check.reason;
      if (purpose === 'webhook' && text.includes('#'))
        return 'must not have a fragment (#…), because none is ever sent';
      if (check.url.origin !== SIMULATOR_ORIGIN) return undefined;
      if (tenant.world === null) return 'must not be the simulator: only test keys reach it';
      return path.test(check.url.pathname) ? undefined : `must look like ${SIMULATOR_ORIGIN}/${example} there`;
    },

    async close() {
      await Promise.all([anywhere.close(), local.close()]);
    },
  };
}

/** `http://localhost`, `http://127.0.0.1` or `http://[::1]`, with any port that the guard allows. */
function isLocalReceiver(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'http:' && isLoopbackName(url.hostname);
}

/** The head decides; the body is only kept to be looked at. */
async function outcomeOf(response: HttpDownload) {
  const { text, problem } = await readFirst(response.stream, RESPONSE_BYTES_MAX, BODY_MS_MAX);
  const retryAfterSeconds = retryAfterOf(response.headers['retry-after']);
  return { status: response.status, body: text, reason: null, error: problem, retryAfterSeconds };
}

/** A call that we aborted by closing is thrown, not reported. */
function failureOf(failure: unknown) {
  if (!(failure instanceof HttpFailure) || failure.reason === 'closed') throw failure;
  return { status: null, body: '', reason: failure.reason, error: failure.message, retryAfterSeconds: null };
}
