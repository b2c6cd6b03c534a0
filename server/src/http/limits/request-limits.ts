import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import type { AnyOperation } from '../../core/operation.ts';
import type { SharedCache } from '../../core/tools.ts';
import { networkOf } from '../../lib/ip-address.ts';
import type { Authenticate } from '../authenticate.ts';
import type { Identity } from '../find-callers.ts';
import { REQUESTS } from './bounds.ts';
import { createPace } from './pace.ts';
import { type Counted, createWindows } from './windows.ts';

/** Requests with a valid key that are answered in a minute; 0: any number. */
export interface RequestLimits {
  readonly perKeyMax: number;
  /** Requests of one IPv4 address or one /64 network of IPv6, with whatever keys. */
  readonly perAddressMax: number;
}

/** Identifies the caller of a request and counts it. Throws like `Authenticate`, and 429 `too_many_requests`. */
export type Identify = (request: FastifyRequest, reply: FastifyReply, operation: AnyOperation) => Promise<Identity>;

/** What is limited, by its name in `RateLimit`. */
const POLICIES = ['key', 'address'] as const;
type Policy = (typeof POLICIES)[number];

const WINDOW_SECONDS = REQUESTS.windowMs / 1000;

/**
 * Counts the requests of each key and client network in windows of a minute, and tells the callers what is left of them
 * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/11/). Rejections past a limit are paced.
 */
export function createRequestLimits({ perKeyMax, perAddressMax }: RequestLimits, cache: SharedCache | undefined) {
  const limits: Readonly<Record<Policy, number>> = { key: perKeyMax, address: perAddressMax };
  const active = POLICIES.filter((policy) => limits[policy] > 0);
  const pace = createPace(REQUESTS);
  const windows = createWindows({
    milliseconds: REQUESTS.windowMs,
    namesMax: REQUESTS.namesMax,
    shared: cache && { cache, prefix: 'hubbub:requests' },
  });

  function setHeaders(reply: FastifyReply, counts: Partial<Record<Policy, Counted>>): void {
    const shown = active.flatMap((policy) => {
      const counted = counts[policy];
      return counted === undefined ? [] : [{ policy, counted, max: limits[policy] }];
    });
    if (shown.length === 0) return;
    const left = ({ counted, max }: (typeof shown)[number]) => Math.max(0, max - counted.count);
    reply.header(
      'ratelimit-policy',
      shown.map(({ policy, max }) => `"${policy}";q=${max};w=${WINDOW_SECONDS}`).join(', '),
    );
    reply.header(
      'ratelimit',
      shown.map((one) => `"${one.policy}";r=${left(one)};t=${one.counted.secondsLeft}`).join(', '),
    );
  }

  return {
    /** Tells what is left of the client's address with every response of the API. */
    addTo(app: FastifyInstance): void {
      if (perAddressMax === 0) return;
      app.addHook('onRequest', (request, reply, done) => {
        if (request.url.startsWith('/v1/'))
          setHeaders(reply, { address: windows.read(`address:${networkOf(request.ip ?? '')}`) });
        done();
      });
    },

    identifyWith(authenticate: Authenticate): Identify {
      return (request, reply, operation) =>
        authenticate(request, operation, async ({ actor }) => {
          const names = { key: `key:${actor.id}`, address: `address:${networkOf(request.ip ?? '')}` };
          const counts = Object.fromEntries(active.map((policy) => [policy, windows.count(names[policy])]));
          setHeaders(reply, counts);
          const over = active.find((policy) => (counts[policy] as Counted).count > limits[policy]);
          if (over === undefined) return;
          if (!(await pace.wait(names[over]))) request.raw.socket.destroy();
          throw tooMany(over, limits[over], (counts[over] as Counted).secondsLeft);
        });
    },
  };
}

const OF: Readonly<Record<Policy, string>> = { key: 'with this key', address: 'from your address' };

function tooMany(policy: Policy, max: number, seconds: number): ApiError {
  return new ApiError(
    'too_many_requests',
    `More than ${max} requests ${OF[policy]} came within a minute. Wait ${seconds} s.`,
    { max, resource: policy, retry_after: seconds },
    `requests.${policy}_limit`,
  );
}
