import { sql } from 'kysely';
import type { AppCredentials } from '../../core/session.ts';
import type { Vault } from '../../core/tools.ts';
import type { Runner } from '../../db/query.ts';

/** The app that accounts of a platform are connected with; on platforms of many servers one for each `server`. */
export interface PlatformApp extends AppCredentials {
  /** What the platform must say in the handshake of our callback address. */
  readonly verifyToken: string;
}

/** The id of a world; null: the real platforms. */
type Place = string | null;

/** The column that says where an app is. */
const columnOf = (world: Place) => world ?? '';

export async function find(
  system: Runner,
  vault: Vault,
  world: Place,
  platform: string,
  server = '',
): Promise<PlatformApp | undefined> {
  const row = await system.first(sql<{ client_id: string; client_secret: string; verify_token: string }>`
    select client_id, client_secret, verify_token from platform_apps where world = ${columnOf(world)} and platform = ${platform} and server = ${server}`);
  if (row === undefined) return undefined;
  return {
    clientId: row.client_id,
    clientSecret: vault.decrypt(row.client_secret, associatedDataOf(columnOf(world), platform, server)),
    verifyToken: row.verify_token,
  };
}

export async function save(
  system: Runner,
  vault: Vault,
  world: Place,
  platform: string,
  app: PlatformApp,
  server = '',
): Promise<void> {
  const secret = vault.encrypt(app.clientSecret, associatedDataOf(columnOf(world), platform, server));
  await system.run(sql`
    insert into platform_apps (world, platform, server, client_id, client_secret, verify_token)
    values (${columnOf(world)}, ${platform}, ${server}, ${app.clientId}, ${secret}, ${app.verifyToken})
    on conflict (world, platform, server) do update set client_id = excluded.client_id, client_secret = excluded.client_secret, verify_token = excluded.verify_token`);
}

/** Saves an app where there is none yet. */
export async function insert(
  system: Runner,
  vault: Vault,
  world: Place,
  platform: string,
  app: PlatformApp,
  server: string,
): Promise<void> {
  const secret = vault.encrypt(app.clientSecret, associatedDataOf(columnOf(world), platform, server));
  await system.run(sql`
    insert into platform_apps (world, platform, server, client_id, client_secret, verify_token)
    values (${columnOf(world)}, ${platform}, ${server}, ${app.clientId}, ${secret}, ${app.verifyToken})
    on conflict (world, platform, server) do nothing`);
}

/** What each platform must say in the handshake of our callback address. */
export async function verifyTokens(system: Runner, world: Place): Promise<Map<string, string>> {
  const rows = await system.run(sql<{ platform: string; verify_token: string }>`
    select platform, verify_token from platform_apps where world = ${columnOf(world)} and server = ''`);
  return new Map(rows.map(({ platform, verify_token }) => [platform, verify_token]));
}

/** The data that is authenticated with an encrypted client secret. */
export function associatedDataOf(column: string, platform: string, server: string): string {
  const name = server === '' ? platform : `${platform} ${server}`;
  return `|platform_apps|${column || 'live'} ${name}|client_secret`;
}
