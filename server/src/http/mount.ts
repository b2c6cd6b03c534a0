import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyOperation } from '../core/operation.ts';
import { chargeHeaders, executeOperation } from '../execute/execute-operation.ts';
import { keyUseOf } from '../execute/idempotency.ts';
import { assertDeclared } from '../execute/permission.ts';
import { toApiError } from '../execute/to-api-error.ts';
import { type Admitted, admit, type Door } from './admit.ts';
import { isDryRun, preferencesOf } from './request.ts';
import { sendError, setRetryAfter } from './send-error.ts';

export interface MountOptions extends Door {
  /** Called for every error that is not the caller's. */
  readonly onFault: (request: FastifyRequest, error: unknown) => void;
}

/**
 * Adds a route for every operation that takes JSON. A request is let in before its body is read. Throws for an
 * operation, also one that takes a file, that does not declare what it must.
 */
export function mount(app: FastifyInstance, operations: readonly AnyOperation[], options: MountOptions): void {
  for (const operation of operations) assertDeclared(operation);
  const letIn = new WeakMap<FastifyRequest, Admitted>();
  for (const operation of operations.filter(({ upload, isStream }) => upload === undefined && isStream !== true)) {
    app.route({
      method: operation.http.method.toUpperCase(),
      url: operation.http.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { operation: operation.name },
      onRequest: async (request, reply) => {
        try {
          letIn.set(request, await admit(options, operation, request, reply));
        } catch (error) {
          return reject(error, request, reply, options);
        }
      },
      handler: (request, reply) => handle(operation, letIn.get(request) as Admitted, request, reply, options),
    });
  }
}

/** Executes the operation and sends the response. */
export async function handle(
  operation: AnyOperation,
  { tenant, actor, isProofFresh, environment }: Admitted,
  request: FastifyRequest,
  reply: FastifyReply,
  options: MountOptions,
): Promise<FastifyReply> {
  try {
    const query = request.query as Record<string, unknown>;
    const isWrite = operation.http.method !== 'get';
    const key = request.headers['idempotency-key'];
    const { status, body, headers } = await executeOperation(environment, {
      operation,
      raw: { params: request.params as Record<string, unknown>, query, body: request.body },
      tenant,
      actor,
      requestId: request.id,
      ip: request.ip ?? '',
      isProofFresh,
      dryRun: isWrite && isDryRun(query),
      ...preferencesOf(request),
      keyUse: isWrite
        ? keyUseOf(
            { tenantId: tenant.id, actorId: actor.id },
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
    reply.headers(await chargeHeaders(environment, operation, tenant));
    return reject(error, request, reply, options);
  }
}

/** Sends the error response. */
export function reject(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: MountOptions,
): FastifyReply {
  const known = toApiError(error);
  if (known.status >= 500 && known.code !== 'not_supported')
    options.onFault(request, known.code === 'internal_error' ? error : known);
  return sendError(reply, known, request.id);
}
