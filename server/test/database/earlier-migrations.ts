import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';

/** The migrations of the commit before the baseline, by their names. */
export function earlierMigrations(): Readonly<Record<string, string>> {
  const packed = readFileSync(join(import.meta.dirname, 'migrations-before-baseline.json.gz'));
  return JSON.parse(gunzipSync(packed).toString());
}

/** The group role that they use. A database makes it where it may create roles; an owner that may not has to be a member. */
export async function giveEarlierRole(server: pg.Client, owner: string): Promise<void> {
  const { rowCount } = await server.query("select from pg_roles where rolname = 'hubbub_lanes'");
  if (rowCount === 0) await server.query('create role hubbub_lanes nologin');
  await server.query(`grant hubbub_lanes to ${owner} with admin option`);
}

/** Writes them into a folder and returns their names, in order. */
export function writeEarlierMigrations(folder: string): string[] {
  const files = Object.entries(earlierMigrations());
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  return files.map(([name]) => name);
}
