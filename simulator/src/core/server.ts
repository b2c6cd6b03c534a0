import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { rewriteUrl } from './calls/addresses.ts';
import { platformRoutes } from './calls/platform-routes.ts';
import { protectPage } from './calls/protect-page.ts';
import { isDiskFull, reportFault } from './calls/report-fault.ts';
import { Rejected } from './calls/response.ts';
import { controlRoutes } from './control/control-routes.ts';
import { assertControl, isControl } from './control/gate.ts';
import { receiverRoutes } from './control/receiver-routes.ts';
import { pageRoutes } from './page/routes.ts';
import type { SimulatedPlatform } from './platform.ts';
import { enteredWorld, enterWorld, worldOf } from './worlds/enter-world.ts';
import { worldRoutes } from './worlds/world-routes.ts';
import type { Worlds } from './worlds/worlds.ts';

const bodyBytesMax = 120 * 1024 * 1024;

export interface ServerOptions {
  /** The operator's token. */
  readonly token?: string | undefined;
  /** What names no world is in this one. */
  readonly originWorld?: string | undefined;
}

/** Builds the HTTP side: routes of the operator, of every world and of every platform in it. */
export async function buildServer(
  worlds: Worlds,
  definitions: readonly SimulatedPlatform[],
  { token, originWorld }: ServerOptions = {},
): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1_000 },
    rewriteUrl: rewriteUrl(definitions, originWorld),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Videos go to disk as they come in.
  app.addContentTypeParser(/^video\//, (_request, body, done) => done(null, body));
  await app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY, files: 20 } });

  app.addHook('onRequest', async (request, reply) => {
    assertControl(request, token);
    await enterWorld(request, reply, worlds);
  });
  app.addHook('onSend', async (request, reply) => {
    protectPage(reply);
    if (isControl(request)) reply.header('cache-control', 'no-store');
    const ahead = enteredWorld(request)?.clock.aheadSeconds() ?? 0;
    if (ahead !== 0) reply.header('x-simulator-ahead-seconds', String(ahead));
  });
  app.setErrorHandler((error, request, reply) => {
    const status = isDiskFull(error)
      ? 507
      : error instanceof Rejected
        ? error.status
        : ((error as { statusCode?: number }).statusCode ?? 500);
    const message = error instanceof Error ? error.message : String(error);
    if (status >= 500 && !(error instanceof Rejected)) reportFault(`${request.method} ${request.url}`, error);
    return reply.code(status).send({ error: message });
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: 'The simulator has nothing at this address.' }),
  );

  app.addHook('preClose', async () => worlds.letGo());
  app.get('/health', async () => ({ status: 'ok' }));
  app.get('/files/:name', async (request, reply) => {
    const file = await worldOf(request).files.read((request.params as { name: string }).name);
    if (!file) throw new Rejected(404, 'No such file.');
    return reply.type(file.contentType).send(file.bytes);
  });
  worldRoutes(app, worlds);
  receiverRoutes(app);
  controlRoutes(app);
  pageRoutes(app, worlds);
  platformRoutes(app);
  return app;
}
