import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyOperation } from '../core/operation.ts';
import { chargeHeaders, type Environment, executeOperation, toApiError } from '../execute/execute-operation.ts';
import { keyUseOf } from '../execute/idempotency.ts';
import { assertScopeDeclared } from '../execute/permission.ts';
import { answerError, setRetryAfter } from './answer-error.ts';
import type { Authenticate } from './authenticate.ts';
import type { Identity } from './find-keys.ts';
import type { Admit } from './limits/request-limits.ts';
import { isDryRun, preferencesOf } from './request.ts';

export interface MountOptions {
  readonly environment: Environment;
  readonly authenticate: Authenticate;
  /** Authenticates a new request and counts it. */
  readonly admit: Admit;
  /** Called for every error that is not the caller's. */
  readonly onFault: (request: FastifyRequest, error: unknown) => void;
}

/**
 * Adds a route for every operation that takes JSON. The caller is authenticated before the body is read. Throws for an
 * operation, also one that takes a file, that does not declare its scope.
 */
export function mount(app: FastifyInstance, operations: readonly AnyOperation[], options: MountOptions): void {
  for (const operation of operations) assertScopeDeclared(operation);
  const identities = new WeakMap<FastifyRequest, Identity>();
  for (const operation of operations.filter(({ upload, isStream }) => upload === undefined && isStream !== true)) {
    app.route({
      method: operation.http.method.toUpperCase(),
      url: operation.http.path.replace(/\{(\w+)\}/g, ':$1'),
      onRequest: async (request, reply) => {
        try {
          identities.set(request, await options.admit(request, reply, operation));
        } catch (error) {
          return refuse(error, request, reply, options);
        }
      },
      handler: (request, reply) => handle(operation, identities.get(request) as Identity, request, reply, options),
    });
  }
}

/** Executes the operation and sends the response. */
export async function handle(
  operation: AnyOperation,
  { tenant, caller }: Identity,
  request: FastifyRequest,
  reply: FastifyReply,
  options: MountOptions,
): Promise<FastifyReply> {
  try {
    const query = request.query as Record<string, unknown>;
    const isWrite = operation.http.method !== 'get';
    const key = request.headers['idempotency-key'];
    const { status, body, headers } = await executeOperation(options.environment, {
      operation,
      raw: { params: request.params as Record<string, unknown>, query, body: request.body },
      tenant,
      caller,
      requestId: request.id,
      dryRun: isWrite && isDryRun(query),
      ...preferencesOf(request),
      keyUse: isWrite
        ? keyUseOf(
            { tenantId: tenant.id, keyId: caller.keyId },
            operation.http.method,
            request.url,
            key === undefined ? undefined : String(key),
            request.body,
          )
        : undefined,
    });
    reply.code(status).headers(headers);
    if (status === 204) return reply.send();
    // The body of a post whose targets all failed is an error body too.
    if (status === 429) setRetryAfter(reply, body as object);
    const whole = status >= 400 ? { ...(body as object), request_id: request.id } : body;
    return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(whole));
  } catch (error) {
    reply.headers(await chargeHeaders(options.environment, operation, tenant));
    return refuse(error, request, reply, options);
  }
}

/** Sends the error response. */
export function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: MountOptions,
): FastifyReply {
  const known = toApiError(error);
  if (known.status >= 500 && known.code !== 'not_supported')
    options.onFault(request, known.code === 'internal_error' ? error : known);
  return answerError(reply, known, request.id);
}
