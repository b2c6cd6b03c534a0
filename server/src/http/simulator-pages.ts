import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { PLATFORMS } from '../core/platforms.ts';
import { answerError } from './answer-error.ts';
import { type Exposure, WANTED } from './exposure.ts';

export interface SimulatorPageOptions {
  readonly simulatorUrl: () => string | undefined;
  /** Why there is none, for the operator. */
  readonly fault: string | undefined;
  /** `local`: for this machine and the operator. `on`: the simulated platforms are open to everybody. */
  readonly openness: 'local' | 'on';
  readonly exposure: Exposure;
  readonly operatorToken: string;
}

/** What `SIMULATOR=on` opens to everybody. The control API, the receivers and the page show secrets. */
const PUBLIC_FOLDERS: readonly string[] = [...PLATFORMS, 'files', 'health'];

/** Proxies `/simulator/…` to the simulator; 401 for callers that may not, 503 while there is none. */
export async function addSimulatorPages(app: FastifyInstance, options: SimulatorPageOptions): Promise<void> {
  const { simulatorUrl, fault, openness, exposure, operatorToken } = options;
  await app.register(async (scope) => {
    // The simulator reads bodies itself.
    scope.removeAllContentTypeParsers();
    await scope.register(httpProxy, {
      upstream: '',
      prefix: '/simulator',
      rewritePrefix: '',
      replyOptions: {
        getUpstream: () => simulatorUrl() ?? '',
        // They speak of the connection to the simulator.
        rewriteHeaders: ({ connection: _, 'keep-alive': _k, ...headers }) => headers,
        // With these, the simulator's links and sign-in addresses lead back here.
        rewriteRequestHeaders: (request, headers) => ({
          ...headers,
          ...(isPublic(request) ? {} : { authorization: `Bearer ${operatorToken}` }),
          'x-forwarded-proto': 'http',
          'x-forwarded-host': request.headers.host ?? '',
          'x-forwarded-prefix': '/simulator',
        }),
      },
      preHandler: async (request, reply) => {
        const isOpen = openness === 'on' && isPublic(request);
        if (!isOpen && !exposure.isFromThisMachine(request) && !exposure.isFromOperator(request))
          return answerError(
            reply,
            new ApiError('unauthorized', `The simulator is not open to you. ${WANTED}`),
            request.id,
          );
        // The page's links are relative to its folder.
        if (request.url === '/simulator') return reply.redirect('/simulator/');
        if (simulatorUrl() === undefined)
          return answerError(
            reply,
            new ApiError('unavailable', (isOpen ? undefined : fault) ?? 'The simulator is not running.'),
            request.id,
          );
      },
    });
  });
}

/** Reads the path as the proxy passes it on, so that `files/../control` counts as `control`. */
function isPublic({ url }: Pick<FastifyRequest, 'url'>): boolean {
  const [, , folder = ''] = (URL.parse(url, 'http://localhost')?.pathname ?? '').split('/');
  return PUBLIC_FOLDERS.includes(folder);
}
