import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyOperation } from '../core/operation.ts';
import { keyUseOf } from '../perform/idempotency.ts';
import { type Environment, perform, toApiError } from '../perform.ts';
import { answerError } from './answer-error.ts';
import type { Authenticate } from './authenticate.ts';
import { isDryRun, preferencesOf } from './request.ts';

export interface MountOptions {
  readonly environment: Environment;
  readonly authenticate: Authenticate;
  /** Told of every error that is not the caller's. */
  readonly onFault: (request: FastifyRequest, error: unknown) => void;
}

/** Makes a route of every operation. */
export function mount(app: FastifyInstance, operations: readonly AnyOperation[], options: MountOptions): void {
  for (const operation of operations) {
    app.route({
      method: operation.http.method.toUpperCase(),
      url: operation.http.path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) => handle(operation, request, reply, options),
    });
  }
}

async function handle(
  operation: AnyOperation,
  request: FastifyRequest,
  reply: FastifyReply,
  options: MountOptions,
): Promise<FastifyReply> {
  try {
    const { tenant, caller } = await options.authenticate(request.headers.authorization);
    const query = request.query as Record<string, unknown>;
    const isWrite = operation.http.method !== 'get';
    const key = request.headers['idempotency-key'];
    const { status, body, headers } = await perform(options.environment, {
      operation,
      raw: { params: request.params as Record<string, unknown>, query, body: request.body },
      tenant,
      caller,
      requestId: request.id,
      dryRun: isWrite && isDryRun(query),
      ...preferencesOf(request),
      keyUse: isWrite
        ? keyUseOf(
            tenant.id,
            operation.http.method,
            request.url,
            key === undefined ? undefined : String(key),
            request.body,
          )
        : undefined,
    });
    reply.code(status).headers(headers);
    if (status === 204) return reply.send();
    return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
  } catch (error) {
    const known = toApiError(error);
    if (known.status >= 500 && known.code !== 'not_supported') options.onFault(request, error);
    return answerError(reply, known, request.id);
  }
}
