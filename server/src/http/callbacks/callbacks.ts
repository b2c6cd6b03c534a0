import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../core/errors.ts';
import type { InboundNotice } from '../../core/inbound/callbacks.ts';
import { createNoticeStore, hasUnread, storeRemovals } from '../../inbound/index.ts';
import { slicesOf } from '../../lib/json/slices.ts';
import { toStorable } from '../../lib/storable-text.ts';
import { CALLBACK, UPDATES } from '../limits/bounds.ts';
import { sendError } from '../send-error.ts';
import { toBodyError } from '../server.ts';
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

    /** Stores the updates of a callback, a few at a time when it is large. Returns whether any is new. */
    async function storeUpdates({ world, platform, connector: { inbound } }: Receiver, raw: Buffer): Promise<boolean> {
      if (inbound === undefined) return false;
      const slices = slicesOf(raw, inbound.updates, UPDATES);
      const next = (): readonly InboundNotice[] | undefined => {
        const { done, value } = slices.next();
        if (done) return undefined;
        return value === undefined ? [] : inbound.split(toStorable(value));
      };
      const isLarge = raw.length > UPDATES.sliceBytesMax;
      const owner = { tenantId: world ?? '', actorId: platform };
      let isNew = false;
      for (;;) {
        const notices = isLarge ? await options.lane.run(owner, next) : next();
        if (notices === undefined) return isNew;
        if (await storeNotices({ world, platform, notices })) isNew = true;
      }
    }

    // Handlers read the body themselves, once they know for whom it is.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, bodySeconds: CALLBACK.secondsMax };
    });
    for (const path of PLACES) {
      scope.get(path, async (request, reply) => {
        const { connector, platformApp } = await receiverOf(options, findApp, request.params);
        const response = connector.inbound?.handshake?.(
          request.query as Record<string, string>,
          platformApp.verifyToken,
        );
        if (response === undefined)
          return sendError(
            reply,
            new ApiError('insufficient_scope', 'This is not a handshake with the right token.'),
            request.id,
          );
        return reply.type('text/plain; charset=utf-8').send(response);
      });
      scope.post(path, async (request, reply) => {
        const headers = request.headers as Record<string, string>;
        const recent = await receiverOf(options, findRecent, request.params);
        const { world, platform, connector } = recent;
        const raw = await readBody(request.raw, world);
        const kind =
          signedKind(recent, raw, headers) ??
          signedKind(await receiverOf(options, findApp, request.params), raw, headers);
        if (kind === undefined) return sendError(reply, wrongSignature(), request.id);
        if (world !== null && (await hasUnread(options.db.system, world, CALLBACK.unreadOfWorldMax)))
          throw new ApiError('too_many_requests', 'Too many updates of this world wait to be read.', {
            max: CALLBACK.unreadOfWorldMax,
            retry_after: CALLBACK.retrySeconds,
          });
        const isNew =
          kind === 'removals'
            ? await storeRemovals(options.db.system, world, platform, connector.removals?.read(raw) ?? [])
            : await storeUpdates(recent, raw);
        if (isNew) options.wake('callbacks');
        if (world === null) await passOn(options, request, raw);
        return reply.code(200).send({ ok: true });
      });
    }
    addErasures(scope, options, { findApp, findRecent, readBody });
    addPaymentNotices(scope, options, readBody);
    scope.setErrorHandler((error, request, reply) => sendError(reply, toBodyError(error as Error), request.id));
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
