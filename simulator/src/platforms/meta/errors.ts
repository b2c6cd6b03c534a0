import { json } from '../../core/calls/response.ts';
import type { Call, PlatformErrors, PlatformResponse } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { pacificTime } from './time.ts';

/** https://developers.facebook.com/docs/graph-api/guides/error-handling: code and subcode say what it is, not the status. */
export interface GraphErrorFields {
  readonly message: string;
  readonly code: number;
  readonly subcode?: number;
  readonly type?: ErrorType;
  /** The subject of the error; products name the error type differently. */
  readonly about?: 'parameter' | 'object';
  readonly isTransient?: boolean;
  readonly userTitle?: string;
  readonly userMessage?: string;
  /** `error_data` of WhatsApp's Cloud API. */
  readonly details?: string;
  /** HTTP status; without it 403 for missing permissions, 404 for 803, else 400. */
  readonly status?: number;
  /** Only for our own rate limits: seconds until the calls are taken again. */
  readonly retryAfterSeconds?: number;
}

type ErrorType = 'GraphBatchException' | 'OAuthException' | 'IGApiException' | 'GraphMethodException';

/** Types other than OAuthException by product. */
const typesOf: Readonly<Record<string, Readonly<Partial<Record<'parameter' | 'object', ErrorType>>>>> = {
  instagram: { parameter: 'IGApiException', object: 'IGApiException' },
  facebook: { object: 'GraphMethodException' },
};

/** Thrown by handlers; `guarded` turns it into the error envelope. */
export class GraphError extends Error {
  readonly fields: GraphErrorFields;

  constructor(fields: GraphErrorFields) {
    super(fields.message);
    this.name = 'GraphError';
    this.fields = fields;
  }
}

export function graphResponse(world: World, error: GraphErrorFields): PlatformResponse {
  return json(
    {
      error: {
        message: error.message,
        type: error.type ?? (error.about && typesOf[world.platform]?.[error.about]) ?? 'OAuthException',
        code: error.code,
        ...(error.subcode !== undefined && { error_subcode: error.subcode }),
        ...(error.isTransient !== undefined && { is_transient: error.isTransient }),
        ...(error.details !== undefined && {
          error_data: { messaging_product: 'whatsapp', details: error.details },
        }),
        ...(error.userTitle !== undefined && { error_user_title: error.userTitle }),
        ...(error.userMessage !== undefined && { error_user_msg: error.userMessage }),
        fbtrace_id: world.ids.text('A', 22),
      },
    },
    error.status ?? statusOf(error.code),
  );
}

function statusOf(code: number): number {
  if (code === 803) return 404;
  return code === 10 || (code >= 200 && code <= 299) ? 403 : 400;
}

export function guarded(
  world: World,
  handle: (call: Call) => PlatformResponse | Promise<PlatformResponse>,
): (call: Call) => Promise<PlatformResponse> {
  return async (call) => {
    try {
      return await handle(call);
    } catch (error) {
      if (error instanceof GraphError) return graphResponse(world, error.fields);
      throw error;
    }
  };
}

export function invalidParameter(message: string, subcode?: number): GraphError {
  return new GraphError({
    message: `(#100) ${message}`,
    about: 'parameter',
    code: 100,
    ...(subcode !== undefined && { subcode }),
  });
}

export function missingParameter(name: string): GraphError {
  return invalidParameter(`The parameter ${name} is required.`);
}

/** 100/33: the object is not there, not this token's to see, or cannot do this; Meta does not tell which. */
export function unsupported(method: string, id: string): GraphError {
  return new GraphError({
    message: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    about: 'object',
    code: 100,
    subcode: 33,
  });
}

/** Throws 10 when the token was issued without this permission. */
export function requireScope(call: Call, scope: string): void {
  if (call.token?.scopes.includes(scope)) return;
  throw new GraphError({ message: '(#10) Application does not have permission for this action', code: 10 });
}

/** The envelopes that are the same on every Graph host; `expired` adds to the one of an expired token. `throttled` differs by product: see usage.ts. */
export function graphErrors(
  world: World,
  expired: Pick<GraphErrorFields, 'subcode' | 'isTransient' | 'userTitle' | 'userMessage'> = {},
): Omit<PlatformErrors, 'throttled'> {
  const response = (fields: GraphErrorFields) => graphResponse(world, fields);
  return {
    unauthorized(call, reason) {
      if (reason === 'missing')
        return response({ message: 'An access token is required to request this resource.', code: 104 });
      if (reason === 'invalid')
        return response({ message: 'Invalid OAuth access token - Cannot parse access token', code: 190 });
      if (reason === 'revoked') {
        const message = `Error validating access token: The user has not authorized application ${world.app.client_id}.`;
        return response({ message, code: 190, subcode: 458 });
      }
      const now = world.clock.now();
      const expiredAt = Math.min(world.tokens.find(call.credential ?? '')?.expires_at ?? now, now);
      const message = `Error validating access token: Session has expired on ${pacificTime(expiredAt)}. The current time is ${pacificTime(now)}.`;
      return response({ message, code: 190, ...expired });
    },
    serverError(_call, status) {
      const message =
        status === 500
          ? 'An unknown error has occurred.'
          : 'Service temporarily unavailable, please retry your request later.';
      return response({ message, code: status === 500 ? 1 : 2, isTransient: true, status });
    },
    notFound(call) {
      const path = call.path.split('?')[0] ?? '/';
      return response({ message: `Unknown path components: ${path}`, code: 2500 });
    },
    malformed: () => response({ message: '(#100) The body of the request could not be parsed', code: 100 }),
  };
}

/** The Graph envelope, except where `elsewhere` has a response of its own: login pages, the code exchange. */
export function errorsBeside(
  graph: PlatformErrors,
  elsewhere: (call: Call, status: number, message: string) => PlatformResponse | undefined,
): PlatformErrors {
  return {
    unauthorized: (call, reason) => elsewhere(call, 400, 'Unauthorized') ?? graph.unauthorized(call, reason),
    throttled: (call, limit) => elsewhere(call, 429, 'Rate limit exceeded') ?? graph.throttled(call, limit),
    serverError: (call, status) => elsewhere(call, status, 'Server error') ?? graph.serverError(call, status),
    notFound: (call) => elsewhere(call, 404, 'Not found') ?? graph.notFound(call),
    malformed: (call) => elsewhere(call, 400, 'Malformed request') ?? graph.malformed(call),
  };
}
