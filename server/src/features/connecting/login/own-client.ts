import { generateKeyPairSync } from 'node:crypto';
import type { Connector } from '../../../core/connector.ts';
import { ApiError } from '../../../core/errors.ts';
import { addressInCell } from '../../../core/ids.ts';
import { toPlatform } from '../../../core/platforms.ts';
import type { AppCredentials } from '../../../core/session.ts';
import { platformApps } from '../../platform-apps/index.ts';
import type { ConnectContext } from '../connection.ts';
import type { PublicTools } from '../public-context.ts';

/** One key for the installation, stored beside the apps of servers. */
const OWN = 'own client';
/** For test tenants, whose document nobody fetches. */
const TEST_URL = 'https://hubbub.test';

const pathOf = (platform: string) => `/oauth/clients/${platform}.json`;

/** Our own client on platforms without registration: the address of our document and the key that proves it. */
export async function ownClient(
  ctx: ConnectContext,
  { platform, displayName, connecting }: Connector,
  redirectUri: string,
): Promise<AppCredentials> {
  const { platforms } = ctx;
  const isLive = ctx.tenant.mode === 'live';
  const documentUrl = isLive
    ? platforms.publicUrl(addressInCell(ctx.cell, pathOf(platform)))
    : `${TEST_URL}${pathOf(platform)}`;
  const clientId = connecting.oauth?.pushed?.clientId({ documentUrl, redirectUri });
  if (clientId === undefined)
    throw new ApiError(
      'credentials_missing',
      `${displayName} asks this installation who it is, at an address that begins with https. Its operator sets PUBLIC_URL to such an address.`,
      { resource: platform, settings: ['PUBLIC_URL'] },
    );
  const known = await platforms.app(ctx.tenant, platform, OWN);
  const { clientSecret } =
    known ?? (await platforms.keepApp(ctx.tenant, platform, OWN, { clientId, clientSecret: newKey() }));
  return { clientId, clientSecret };
}

function newKey(): string {
  return JSON.stringify(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }));
}

/** `GET /oauth/clients/{platform}.json`: our client document; undefined before the first login. */
export async function clientDocument(tools: PublicTools, name: string): Promise<object | undefined> {
  const platform = toPlatform(name.replace(/\.json$/, ''));
  if (platform === undefined || !name.endsWith('.json')) return undefined;
  const pushed = tools.connectors[platform]?.connecting.oauth?.pushed;
  if (pushed === undefined) return undefined;
  const { platforms, vault, cell } = tools.tools;
  const app = await platformApps.find(tools.db.system, vault, null, platform, OWN);
  if (app === undefined) return undefined;
  return pushed.clientDocument({
    clientId: platforms.publicUrl(addressInCell(cell, pathOf(platform))),
    homepage: platforms.publicUrl('/'),
    redirectUri: platforms.callbackUri(platform),
    key: app.clientSecret,
  });
}
