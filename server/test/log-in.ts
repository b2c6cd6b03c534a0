import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import type { LoginKind, Logins } from '../src/db/logins.ts';

/** A connection as the service makes it for requests or workers. `url`: the address of the owner. */
export async function logIn(url: string, logins: Logins, kind: LoginKind): Promise<pg.Client> {
  const user = logins.roles[kind];
  const client = new pg.Client({ ...parseIntoClientConfig(url), user, password: logins.proofOf(user) });
  await client.connect();
  return client;
}
