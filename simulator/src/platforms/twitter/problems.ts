import { json } from '../../core/calls/response.ts';
import type { Call, PlatformErrors, PlatformResponse } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';

/** A rejection in X's own words; thrown by handlers, answered by `answering`. */
class Problem extends Error {
  readonly answer: PlatformResponse;

  constructor(response: PlatformResponse) {
    super('refused');
    this.name = 'Problem';
    this.answer = response;
  }
}

/** Turns a thrown `Problem` into its response. */
export function answering(
  handle: (call: Call) => PlatformResponse | Promise<PlatformResponse>,
): (call: Call) => Promise<PlatformResponse> {
  return async (call) => {
    try {
      return await handle(call);
    } catch (error) {
      if (error instanceof Problem) return error.answer;
      throw error;
    }
  };
}

const types = 'https://api.x.com/2/problems';

function problem(status: number, title: string, detail: string, type = 'about:blank'): PlatformResponse {
  return json({ title, detail, type, status }, status);
}

export function forbidden(detail: string): Problem {
  return new Problem(problem(403, 'Forbidden', detail));
}

export const notPermitted = () => forbidden('You are not permitted to perform this action.');

export interface Mistake {
  readonly name: string;
  readonly value: unknown;
  readonly message: string;
}

/** 400 with one entry per wrong parameter. */
export function invalidRequest(...mistakes: readonly Mistake[]): Problem {
  const errors = mistakes.map(({ name, value, message }) => ({
    parameters: name === '' ? {} : { [name]: [value] },
    message,
  }));
  const detail = 'One or more parameters to your request was invalid.';
  return new Problem(json({ errors, title: 'Invalid Request', detail, type: `${types}/invalid-request` }, 400));
}

/** The token is good, but of the wrong kind for this address. */
function unsupportedAuthentication(given: string, accepted: string): PlatformResponse {
  const detail = `Authenticating with ${given} is forbidden for this endpoint.  Supported authentication types are [${accepted}].`;
  return problem(403, 'Unsupported Authentication', detail, `${types}/unsupported-authentication`);
}

/** An entry of `errors` beside (or instead of) `data` in a 200. */
export function notFoundEntry(resource: 'tweet' | 'user' | 'dm_event', parameter: string, value: string) {
  return {
    value,
    detail: `Could not find ${resource} with ${parameter}: [${value}].`,
    title: 'Not Found Error',
    resource_type: resource,
    parameter,
    resource_id: value,
    type: `${types}/resource-not-found`,
  };
}

const serverTitles: Record<number, string> = {
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  504: 'Gateway Timeout',
};

export function platformErrors(world: World): PlatformErrors {
  return {
    unauthorized(call) {
      if (call.token?.kind === 'access' && call.token.account === null && !call.token.revoked)
        return unsupportedAuthentication(
          'OAuth 2.0 Application-Only',
          'OAuth 1.0a User Context, OAuth 2.0 User Context',
        );
      return problem(401, 'Unauthorized', 'Unauthorized');
    },
    throttled(_call, { retryAfterSeconds }) {
      return tooMany(world.clock.now() + retryAfterSeconds * 1000);
    },
    serverError(_call, status) {
      const title = serverTitles[status] ?? 'Service Unavailable';
      return problem(status, title, title);
    },
    notFound: () => problem(404, 'Not Found', 'Not Found'),
    malformed: () => invalidRequest({ name: '', value: '', message: 'The request body could not be parsed.' }).answer,
  };
}

/** 429 until a time in ms of the clock. */
export function tooMany(resetAt: number): PlatformResponse {
  return {
    ...problem(429, 'Too Many Requests', 'Too Many Requests'),
    headers: {
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': String(Math.ceil(resetAt / 1000)),
    },
  };
}
