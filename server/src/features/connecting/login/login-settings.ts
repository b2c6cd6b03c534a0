import type { Server } from '../../../core/connecting/connecting.ts';
import type { Connector } from '../../../core/connector.ts';
import { ApiError, invalid } from '../../../core/errors.ts';
import { PlatformError } from '../../../core/platform-error.ts';
import { ownApps } from '../../own-apps/index.ts';
import type { ConnectContext, LoginSettings } from '../connection.ts';
import { asPlatformResponse } from '../platform-answer.ts';
import { assertCallable } from './named-server.ts';
import { ownClient } from './own-client.ts';

interface Options {
  readonly brandId: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Where the platform sends the browser back to. */
  readonly callbackUri: string;
}

export const NO_APP = { clientId: '', clientSecret: '' };

/** The app of a login, and its server on platforms with many. 412 while there is no app. */
export async function loginSettingsOf(
  ctx: ConnectContext,
  connector: Connector,
  options: Options,
): Promise<LoginSettings> {
  const { platform, displayName, connecting } = connector;
  const { platforms, vault } = ctx;
  const server = connecting.oauth?.server;
  if (server !== undefined)
    return asPlatformResponse(connector, `metadata.${server.field}`, () =>
      serverPlace(ctx, connector, server, options),
    );
  if (connecting.oauth?.pushed !== undefined) return { app: await ownClient(ctx, connector, options.callbackUri) };
  if (connecting.ownApp !== undefined) {
    const own = await ownApps.find(ctx.db, vault, ctx.tenant.id, options.brandId ?? undefined);
    if (own !== undefined) return { app: own.app, appSource: own.source };
    throw new ApiError(
      'credentials_missing',
      `${displayName} needs an app of your own. Store its credentials with PUT /v1/platforms/${platform}/credentials first.`,
      { resource: platform },
      'byok.credentials_missing',
    );
  }
  const app = await platforms.app(ctx.tenant, platform);
  const setup = platforms.windowSetup(ctx.tenant, platform);
  const isWindowOpen = (connecting.oauth?.window?.required ?? []).every((name) => setup[name]);
  if (app !== undefined && isWindowOpen) return { app };
  const settings = app === undefined ? platforms.appSettings(platform) : platforms.windowSettings(platform);
  if (settings.length === 0) return { app: NO_APP };
  throw new ApiError(
    'credentials_missing',
    `This installation has no app on ${displayName} yet. Its operator sets ${settings.join(' and ')}; test keys work without.`,
    { resource: platform, settings },
  );
}

/** The server that the customer names. We register there once for each callback address. */
async function serverPlace(
  ctx: ConnectContext,
  connector: Connector,
  server: Server,
  { metadata, callbackUri }: Options,
): Promise<LoginSettings> {
  const { platforms } = ctx;
  const field = `metadata.${server.field}`;
  const hosts = server.hosts(String(metadata[server.field]));
  if (hosts === undefined) throw invalid(field, `${field} must be the name of a server, such as mastodon.social.`);
  assertCallable(ctx, hosts, field);
  const key = [...Object.values(hosts), callbackUri].join(' ');
  const known = await platforms.app(ctx.tenant, connector.platform, key);
  if (known !== undefined) return { app: known, hosts };
  const session = platforms.session(ctx.tenant, connector, { app: NO_APP, hosts });
  const app = await server.register(session, callbackUri).catch((error: unknown) => {
    if (!(error instanceof PlatformError) || error.kind === 'rate_limited') throw error;
    throw invalid(field, `${field} is no ${connector.displayName} server that can be reached: ${error.message}`);
  });
  await platforms.saveApp(ctx.tenant, connector.platform, key, app);
  return { app, hosts };
}
