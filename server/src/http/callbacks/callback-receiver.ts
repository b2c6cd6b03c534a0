import type { Payments } from '../../core/billing/payments.ts';
import type { Connector } from '../../core/connector.ts';
import type { Context } from '../../core/context.ts';
import { ApiError, notSupported } from '../../core/errors.ts';
import { type Platform, toPlatform } from '../../core/platforms.ts';
import type { Vault } from '../../core/tools.ts';
import type { Database } from '../../db/database.ts';
import { type PlatformApp, platformApps } from '../../features/platform-apps/index.ts';

export interface CallbackOptions {
  readonly db: Database;
  readonly connectors: Context['connectors'];
  readonly vault: Vault;
  readonly payments: Payments | undefined;
  readonly wake: (worker: string) => void;
  /** A public address of this service. */
  readonly publicUrl: (path: string) => string;
}

/** The platform of a callback, its connector and the app whose secret signs. Throws ApiError. */
export async function receiverOf(
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

export function wrongSignature(): ApiError {
  return new ApiError('unauthorized', 'The signature of the callback is not right.');
}
