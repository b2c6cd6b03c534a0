import type { FastifyInstance } from 'fastify';
import type { Connector } from '../core/connector.ts';
import type { Context } from '../core/context.ts';
import { ApiError, notSupported } from '../core/errors.ts';
import { type Platform, toPlatform } from '../core/platforms.ts';
import type { Vault } from '../core/tools.ts';
import type { Database } from '../db/database.ts';
import { toApiError } from '../execute/execute-operation.ts';
import { type PlatformApp, platformApps } from '../features/platform-apps/index.ts';
import { storeNotices, storeRemovals } from '../inbound/index.ts';
import { answerError } from './answer-error.ts';

const BODY_BYTES_MAX = 4 * 1024 * 1024;

export interface CallbackOptions {
  readonly db: Database;
  readonly connectors: Context['connectors'];
  readonly vault: Vault;
  readonly wake: (worker: string) => void;
}

/**
 * Receives the callbacks of platforms: `/callbacks/{platform}` for live apps, `/callbacks/test/{platform}` for those
 * of the simulator. Verifies the raw bytes, stores the notices and responds; a worker reads them later.
 */
export async function addCallbacks(app: FastifyInstance, options: CallbackOptions): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
      done(null, body),
    );
    for (const [path, mode] of [
      ['/callbacks/:platform', 'live'],
      ['/callbacks/test/:platform', 'test'],
    ] as const) {
      scope.get(path, async (request, reply) => {
        const { connector, platformApp } = await receiverOf(options, mode, request.params);
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
        const { connector, platformApp, platform } = await receiverOf(options, mode, request.params);
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const headers = request.headers as Record<string, string>;
        const { inbound, removals } = connector;
        const isRemoval = removals?.verify(raw, headers, platformApp) === true;
        if (isRemoval && (await storeRemovals(options.db.system, mode, platform, removals.read(raw))))
          options.wake('callbacks');
        if (isRemoval) return reply.code(200).send({ ok: true });
        if (inbound?.verify(raw, headers, platformApp) !== true) {
          return answerError(
            reply,
            new ApiError('unauthorized', 'The signature of the callback is not right.'),
            request.id,
          );
        }
        if (await storeNotices(options.db.system, mode, platform, inbound.split(parse(raw)))) options.wake('callbacks');
        return reply.code(200).send({ ok: true });
      });
    }
    scope.setErrorHandler((error, request, reply) => answerError(reply, toApiError(error), request.id));
  });
}

async function receiverOf(
  options: CallbackOptions,
  mode: 'live' | 'test',
  params: unknown,
): Promise<{ platform: Platform; connector: Connector; platformApp: PlatformApp }> {
  const name = (params as { platform: string }).platform;
  const platform = toPlatform(name);
  const connector = platform === undefined ? undefined : options.connectors[platform];
  if (platform === undefined || connector === undefined)
    throw new ApiError('unsupported_platform', `There is no platform ${JSON.stringify(name)}.`);
  if (connector.inbound === undefined && connector.removals === undefined) throw notSupported(platform, 'callbacks');
  const platformApp = await platformApps.find(options.db.system, options.vault, mode, platform);
  if (platformApp === undefined) throw new ApiError('not_found', `No ${platform} app is set up here.`);
  return { platform, connector, platformApp };
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}
