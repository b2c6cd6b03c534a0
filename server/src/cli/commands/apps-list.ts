import type { Connector } from '../../core/connector.ts';
import type { Platform } from '../../core/platforms.ts';
import { platformApps } from '../../features/platform-apps/index.ts';
import { defineCommand } from '../command.ts';
import { withStore } from '../store.ts';

export const listApps = defineCommand({
  name: 'apps list',
  summary: "Show what to enter in the dashboards of the platforms' apps: addresses and verify tokens",
  example: '',
  options: {},

  async run({ config }) {
    const names = Object.keys(config.platformApps) as Platform[];
    if (names.length === 0)
      return { text: 'No app is set up. .env.example lists the settings of each platform.', json: [] };
    const base = config.publicUrl ?? `http://${config.host}:${config.port}`;
    const { connectors } = await import('../../connectors/index.ts');
    return withStore(config, async ({ db }) => {
      const tokens = await platformApps.verifyTokens(db.system, null);
      const json = names.sort().map((platform) => toApp(platform, connectors[platform], base, tokens.get(platform)));
      const text = json.map((app) => toText(app, config.platformApps[app.platform]?.clientId ?? '')).join('\n');
      return { text: config.publicUrl === undefined ? `${text}\nPUBLIC_URL is not set.` : text, json };
    });
  },
});

interface App {
  readonly platform: Platform;
  readonly redirect_url: string;
  readonly callback_url?: string;
  /** null before the service has started with the app. */
  readonly verify_token?: string | null;
  readonly deauthorize_url?: string;
  readonly data_deletion_url?: string;
}

function toApp(platform: Platform, connector: Connector | undefined, base: string, token: string | undefined): App {
  const { inbound, removals, erasures } = connector ?? {};
  const callback = `${base}/callbacks/${platform}`;
  return {
    platform,
    redirect_url: `${base}/oauth/callback/${platform}`,
    ...(inbound || removals ? { callback_url: callback } : {}),
    ...(inbound?.handshake ? { verify_token: token ?? null } : {}),
    // A platform that signs all its callbacks alike has one address for both.
    ...(inbound && removals ? { deauthorize_url: callback } : {}),
    ...(erasures ? { data_deletion_url: `${callback}/erase` } : {}),
  };
}

function toText(
  { platform, redirect_url, callback_url, verify_token, deauthorize_url, data_deletion_url }: App,
  clientId: string,
): string {
  const lines = [
    ['redirect address', redirect_url],
    ['callback address', callback_url],
    ['verify token', verify_token === null ? 'made when the service starts with this app' : verify_token],
    ['deauthorize address', deauthorize_url],
    ['data deletion', data_deletion_url],
  ].filter(([, value]) => value !== undefined);
  return [`${platform}  app ${clientId}`, ...lines.map(([name = '', value]) => `  ${name.padEnd(19)}  ${value}`)].join(
    '\n',
  );
}
