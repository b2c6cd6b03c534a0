import { sql } from 'kysely';
import type { AppCredentials } from '../../core/session.ts';
import type { Vault } from '../../core/tools.ts';
import type { Runner } from '../../db/query.ts';

/** The app that accounts of a platform are connected with; on platforms of many servers one for each `server`. */
export interface PlatformApp extends AppCredentials {
  /** What the platform must say in the handshake of our callback address. */
  readonly verifyToken: string;
}

type Mode = 'live' | 'test';

export async function find(
  system: Runner,
  vault: Vault,
  mode: Mode,
  platform: string,
  server = '',
): Promise<PlatformApp | undefined> {
  const row = await system.first(sql<{ client_id: string; client_secret: string; verify_token: string }>`
    select client_id, client_secret, verify_token from platform_apps where mode = ${mode} and platform = ${platform} and server = ${server}`);
  if (row === undefined) return undefined;
  return {
    clientId: row.client_id,
    clientSecret: vault.decrypt(row.client_secret, associatedDataOf(mode, platform, server)),
    verifyToken: row.verify_token,
  };
}

export async function save(
  system: Runner,
  vault: Vault,
  mode: Mode,
  platform: string,
  app: PlatformApp,
  server = '',
): Promise<void> {
  const secret = vault.encrypt(app.clientSecret, associatedDataOf(mode, platform, server));
  await system.run(sql`
    insert into platform_apps (mode, platform, server, client_id, client_secret, verify_token)
    values (${mode}, ${platform}, ${server}, ${app.clientId}, ${secret}, ${app.verifyToken})
    on conflict (mode, platform, server) do update set client_id = excluded.client_id, client_secret = excluded.client_secret, verify_token = excluded.verify_token`);
}

/** Saves an app where there is none yet. */
export async function insert(
  system: Runner,
  vault: Vault,
  mode: Mode,
  platform: string,
  app: PlatformApp,
  server: string,
): Promise<void> {
  const secret = vault.encrypt(app.clientSecret, associatedDataOf(mode, platform, server));
  await system.run(sql`
    insert into platform_apps (mode, platform, server, client_id, client_secret, verify_token)
    values (${mode}, ${platform}, ${server}, ${app.clientId}, ${secret}, ${app.verifyToken})
    on conflict (mode, platform, server) do nothing`);
}

/** Platforms that have an app in this mode. */
export async function platformsOf(system: Runner, mode: Mode): Promise<string[]> {
  return (
    await system.run(
      sql<{
        platform: string;
      }>`select platform from platform_apps where mode = ${mode} and server = '' order by platform`,
    )
  ).map((row) => row.platform);
}

/** What each platform must say in the handshake of our callback address. */
export async function verifyTokens(system: Runner, mode: Mode): Promise<Map<string, string>> {
  const rows = await system.run(sql<{ platform: string; verify_token: string }>`
    select platform, verify_token from platform_apps where mode = ${mode} and server = ''`);
  return new Map(rows.map(({ platform, verify_token }) => [platform, verify_token]));
}

/** The data that is authenticated with an encrypted client secret. */
export function associatedDataOf(mode: string, platform: string, server: string): string {
  const name = server === '' ? platform : `${platform} ${server}`;
  return `|platform_apps|${mode} ${name}|client_secret`;
}
