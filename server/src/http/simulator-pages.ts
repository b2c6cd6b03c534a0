import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { isWorldId, NO_WORLD } from '../core/ids.ts';
import { type Exposure, WANTED } from './exposure.ts';
import { BODY } from './limits/bounds.ts';
import { sendError } from './send-error.ts';

export interface SimulatorPageOptions {
  readonly simulatorUrl: () => string | undefined;
  /** Why there is none, for the operator. */
  readonly fault: string | undefined;
  /** `local`: for this machine and the operator. `on`: a world is open to everybody who knows its address. */
  readonly openness: 'local' | 'on';
  readonly exposure: Exposure;
  readonly operatorToken: string;
  readonly publicUrl: string | undefined;
  /** Makes a world usable when a workspace has it. */
  readonly ready: (worldId: string) => Promise<unknown>;
  /** Notes that a world is not there. */
  readonly forget: (worldId: string) => void;
}

/** Proxies `/simulator/…` to the simulator; 401 for callers that may not, 503 while there is none. */
export async function addSimulatorPages(app: FastifyInstance, options: SimulatorPageOptions): Promise<void> {
  const { simulatorUrl, fault, openness, exposure, operatorToken, publicUrl, ready, forget } = options;
  await app.register(async (scope) => {
    // The simulator reads bodies itself.
    scope.removeAllContentTypeParsers();
    await scope.register(httpProxy, {
      upstream: '',
      prefix: '/simulator',
      rewritePrefix: '',
      replyOptions: {
        getUpstream: () => simulatorUrl() ?? '',
        // Two are about the connection to the simulator. A world must not act as our origin: no cookie, and the sandbox.
        rewriteHeaders: ({ connection: _, 'keep-alive': _k, 'set-cookie': _c, ...headers }) => {
          const missing = headers[NO_WORLD];
          if (typeof missing === 'string') forget(missing);
          return { 'content-security-policy': 'sandbox', ...headers };
        },
        // The forwarding headers make the simulator's links and sign-in addresses lead back here. A world stores headers
        // that it receives, so no cookie goes there.
        rewriteRequestHeaders: (request, { cookie: _, ...headers }) => ({
          ...headers,
          ...(isPublic(folderOf(request)) ? {} : { authorization: `Bearer ${operatorToken}` }),
          ...forwarding(request.headers.host ?? '', publicUrl),
        }),
      },
      preHandler: async (request, reply) => {
        const folder = folderOf(request);
        const isOpen = openness === 'on' && isPublic(folder);
        const isOperator = exposure.isFromThisMachine(request) || exposure.isFromOperator(request);
        if (!isOperator && bodyBytesOf(request) > BODY.bytesMax)
          return sendError(
            reply,
            new ApiError('payload_too_large', 'Bodies for the simulator have a Content-Length of at most 1 MiB.', {
              max: BODY.bytesMax,
            }),
            request.id,
          );
        if (!isOpen && !isOperator)
          return sendError(
            reply,
            new ApiError('unauthorized', `The simulator is not open to you. ${WANTED}`),
            request.id,
          );
        // The links of a page are relative to its folder, and so is the way there: a proxy may serve it below a path.
        const isFolder = request.url === '/simulator' || (request.url === `/simulator/${folder}` && isWorldId(folder));
        if (isFolder) return reply.redirect(`${request.url.slice(request.url.lastIndexOf('/') + 1)}/`);
        if (isWorldId(folder)) await ready(folder).catch(() => {});
        if (simulatorUrl() === undefined)
          return sendError(
            reply,
            new ApiError('unavailable', (isOpen ? undefined : fault) ?? 'The simulator is not running.'),
            request.id,
          );
      },
    });
  });
}

/** The address at which the client found the simulator: the public one, or this process itself. */
function forwarding(host: string, publicUrl: string | undefined): Record<string, string> {
  const own = new URL(publicUrl ?? 'http://localhost');
  const { protocol, pathname } = own.host === host ? own : { protocol: 'http:', pathname: '/' };
  return {
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-host': host,
    'x-forwarded-prefix': `${pathname.replace(/\/$/, '')}/simulator`,
  };
}

/** The simulator shares the process and takes whole videos, which only platform calls of the service send. */
function bodyBytesOf({ headers }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY;
}

/** What `SIMULATOR=on` opens to everybody: nobody can guess a world. The list of worlds and `installation` show secrets. */
function isPublic(folder: string): boolean {
  return isWorldId(folder) || folder === 'health';
}

/** The first part of the path as the proxy passes it on, so that `health/../worlds` counts as `worlds`. */
function folderOf({ url }: Pick<FastifyRequest, 'url'>): string {
  return (URL.parse(url, 'http://localhost')?.pathname ?? '').split('/')[2] ?? '';
}
