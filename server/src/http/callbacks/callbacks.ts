import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import { toApiError } from '../../execute/to-api-error.ts';
import { createNoticeStore, storeRemovals } from '../../inbound/index.ts';
import { storageFaultOf, toStorable } from '../../lib/storable-text.ts';
import { answerError } from '../answer-error.ts';
import { CALLBACK } from '../limits/bounds.ts';
import {
  type CallbackOptions,
  createFindApp,
  findRecentApp,
  PLACES,
  passOn,
  type Receiver,
  receiverOf,
  wrongSignature,
} from './callback-receiver.ts';
import { addErasures } from './erasures.ts';
import { addPaymentNotices } from './payment-notices.ts';
import { createBodyReader } from './receive-body.ts';

/**
 * Receives the callbacks of platforms: `/callbacks/{platform}` for live apps, `/callbacks/test/{world}/{platform}`
 * for those of a world. Verifies the raw bytes, stores the notices and responds; a worker reads them later.
 */
export async function addCallbacks(app: FastifyInstance, options: CallbackOptions): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const readBody = createBodyReader();
    const storeNotices = createNoticeStore(options.db.system);
    const findApp = createFindApp(options);
    const findRecent = findRecentApp(findApp);
    scope.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) => readBody(payload));
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, bodySeconds: CALLBACK.secondsMax };
    });
    for (const path of PLACES) {
      scope.get(path, async (request, reply) => {
        const { connector, platformApp } = await receiverOf(options, findApp, request.params);
        const answer = connector.inbound?.handshake?.(request.query as Record<string, string>, platformApp.verifyToken);
        if (answer === undefined)
          return answerError(
            reply,
            new ApiError('insufficient_scope', 'This is not a handshake with the right token.'),
            request.id,
          );
        return reply.type('text/plain; charset=utf-8').send(answer);
      });
      scope.post(path, async (request, reply) => {
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const headers = request.headers as Record<string, string>;
        const recent = await receiverOf(options, findRecent, request.params);
        const { world, platform, connector } = recent;
        const kind =
          signedKind(recent, raw, headers) ??
          signedKind(await receiverOf(options, findApp, request.params), raw, headers);
        if (kind === undefined) return answerError(reply, wrongSignature(), request.id);
        const isNew =
          kind === 'removals'
            ? await storeRemovals(options.db.system, world, platform, connector.removals?.read(raw) ?? [])
            : await storeNotices({ world, platform, notices: connector.inbound?.split(parse(raw)) ?? [] });
        if (isNew) options.wake('callbacks');
        if (world === null) await passOn(options, request, raw);
        return reply.code(200).send({ ok: true });
      });
    }
    addErasures(scope, options, findApp);
    addPaymentNotices(scope, options);
    scope.setErrorHandler((error, request, reply) => answerError(reply, toApiError(error), request.id));
  });
}

/** The kind of callback that the app's secret has signed; undefined when it has signed none. */
function signedKind(
  { connector: { inbound, removals }, platformApp }: Receiver,
  raw: Buffer,
  headers: Record<string, string>,
): 'removals' | 'notices' | undefined {
  if (removals?.verify(raw, headers, platformApp) === true) return 'removals';
  return inbound?.verify(raw, headers, platformApp) === true ? 'notices' : undefined;
}

/** No platform nests deeper. */
const DEPTH_MAX = 64;

/** The body, with every text storable; undefined for what is no JSON or nested too deeply. */
function parse(raw: Buffer): unknown {
  try {
    const body: unknown = JSON.parse(raw.toString('utf8'));
    return storageFaultOf(body, DEPTH_MAX)?.kind === 'depth' ? undefined : toStorable(body);
  } catch {
    return undefined;
  }
}
