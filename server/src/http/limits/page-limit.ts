import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { networkOf } from '../../lib/ip-address.ts';
import { type Exposure, PROVEN } from '../exposure.ts';
import { sendError } from '../send-error.ts';
import { PAGES } from './bounds.ts';
import { createPace } from './pace.ts';
import { createWindows } from './windows.ts';

/** Counts the requests of each client network that need no key. Those past the limit get 429, at a bounded pace. */
export function limitPages(app: FastifyInstance, exposure: Exposure, perMinuteMax: number = PAGES.max): void {
  const windows = createWindows({ milliseconds: PAGES.windowMs, namesMax: PAGES.networksMax });
  const pace = createPace(PAGES);

  async function reject(request: FastifyRequest, network: string, seconds: number): Promise<ApiError> {
    if (!(await pace.wait(network))) request.raw.socket.destroy();
    return new ApiError(
      'too_many_requests',
      `More than ${perMinuteMax} requests without a key came from your address within a minute. Wait ${seconds} s.`,
      { max: perMinuteMax, resource: 'address', retry_after: seconds },
      'requests.pages_limit',
    );
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (PROVEN.test(request.url) || isOperators(request, exposure)) return done();
    const network = networkOf(request.ip ?? '');
    const { count, secondsLeft } = windows.count(network);
    if (count <= perMinuteMax) return done();
    reject(request, network, secondsLeft).then((error) => sendError(reply, error, request.id));
  });
}

/** Whether the operator looks at metrics or the simulator, or a program of this machine. */
function isOperators(request: FastifyRequest, { isFromThisMachine, isFromOperator }: Exposure): boolean {
  return /^\/(metrics|simulator)\b/.test(request.url) && (isFromThisMachine(request) || isFromOperator(request));
}
