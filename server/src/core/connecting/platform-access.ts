import type { Connector } from '../connector.ts';
import type { Platform } from '../platforms.ts';
import type { AppCredentials, Session, Tokens } from '../session.ts';
import type { Tenant } from '../tenant.ts';
import type { WindowSetup } from './connecting.ts';

/** Access to platforms without a connected account. */
export interface PlatformAccess {
  /** The installation's own app on a platform (on one of its servers); test tenants have the simulator's. */
  readonly app: (tenant: Tenant, platform: Platform, server?: string) => Promise<AppCredentials | undefined>;
  readonly saveApp: (tenant: Tenant, platform: Platform, server: string, app: AppCredentials) => Promise<void>;
  /** Saves an app unless one exists; returns the stored one. */
  readonly keepApp: (
    tenant: Tenant,
    platform: Platform,
    server: string,
    app: AppCredentials,
  ) => Promise<AppCredentials>;
  /** Names of the settings that configure the installation's app on the platform. */
  readonly appSettings: (platform: Platform) => readonly string[];
  /** Names of the settings that the platform's signup window needs. */
  readonly windowSettings: (platform: Platform) => readonly string[];
  /** The configuration of the platform's signup window; empty when it has none. */
  readonly windowSetup: (tenant: Tenant, platform: Platform) => WindowSetup;
  /** A session for a login that is not an account yet. All of its calls together have twenty seconds. */
  readonly session: (tenant: Tenant, connector: Connector, login: Login) => Session;
  /** Base addresses of the platform as the customer's browser reaches them. */
  readonly browserHosts: (
    tenant: Tenant,
    connector: Connector,
    hosts: Login['hosts'],
  ) => Readonly<Record<string, string>>;
  /** The address to which a platform sends the browser back. */
  readonly callbackUri: (platform: Platform) => string;
  /** A public address of this service. */
  readonly publicUrl: (path: string) => string;
  /**
   * Revokes our access to a disconnected account, unless another tenant has it too. Throws while the platform has not done
   * so; an access that it no longer knows counts as revoked. Takes a few seconds at most.
   */
  readonly revoke: (tenant: Pick<Tenant, 'id' | 'world'>, account: DisconnectedAccount) => Promise<void>;
}

interface Login {
  readonly app: AppCredentials;
  readonly tokens?: Tokens;
  /** The chosen profile. */
  readonly platformId?: string;
  /** Base addresses of the account's own server, for platforms of many servers. */
  readonly hosts?: Readonly<Record<string, string>> | undefined;
}

/** An account before its tokens were wiped. */
export interface DisconnectedAccount {
  readonly id: string;
  readonly platform: string;
  readonly platform_id: string;
  readonly username: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Encrypted. */
  readonly credentials: string;
}
