import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { asOwner } from './inspect.ts';
import { namingRights } from './rights.ts';
import { verifierOf } from './verifier.ts';

/** What the service works as, with the only role that its login may take. */
export const LOGINS = { requests: 'hubbub_app', workers: 'hubbub_workers' } as const;
export type LoginKind = keyof typeof LOGINS;
const KINDS = Object.keys(LOGINS) as LoginKind[];

/**
 * The login roles of a database, and the key that proves things to it. Neither role owns anything or is a superuser, so
 * a statement that was smuggled into a request cannot leave its role.
 */
export interface Logins {
  readonly roles: Readonly<Record<LoginKind, string>>;
  /** The password of a login role, or the seal of a tenant. The SQL function `proof_of` makes the same. */
  readonly proofOf: (name: string) => string;
}

/** Any fixed number: processes that start at the same time make the roles one after the other. */
const LOCK = 7_482_303;

/** Reads the login roles of the database as its owner, and makes them where they are missing. */
export function openLogins(url: string): Promise<Logins> {
  return asOwner(url, ensureLogins);
}

/** Makes the login roles where they are missing. */
export async function ensureLogins(owner: pg.Client): Promise<Logins> {
  return (await findLogins(owner)) ?? (await makeLogins(owner));
}

/** As `openLogins`, and gives the roles their passwords again, because the server rejected one. */
export function renewLogins(url: string): Promise<Logins> {
  return asOwner(url, makeLogins);
}

/** Gives the database a new key. Running processes learn it when the server rejects the old one. */
export function rotateLogins(url: string): Promise<Logins> {
  return asOwner(url, (client) => makeLogins(client, { hasNewKey: true }));
}

const isThisDatabase = 'd.datname = current_database()';

async function findLogins(client: pg.Client): Promise<Logins | undefined> {
  const { rows } = await client.query<{ database: string; key: Buffer; roles: string[] }>(
    `select k.database::text, k.key, array(select r.rolname::text from unnest($1::text[], $2::text[]) login (kind, taken)
       join pg_roles r on r.rolname = 'hubbub_' || login.kind || '_' || k.database
       where r.rolcanlogin and pg_has_role(r.oid, login.taken, 'member')) as roles
     from login_keys k join pg_database d on d.oid = k.database and ${isThisDatabase}`,
    [KINDS, Object.values(LOGINS)],
  );
  const [row] = rows;
  return row === undefined || row.roles.length < KINDS.length ? undefined : loginsOf(row.database, row.key);
}

function makeLogins(client: pg.Client, options: { readonly hasNewKey?: boolean } = {}): Promise<Logins> {
  return namingRights(client, () => makeRoles(client, options));
}

async function makeRoles(client: pg.Client, options: { readonly hasNewKey?: boolean }): Promise<Logins> {
  await client.query('begin');
  const logins = await makeKey(client, options);
  for (const kind of KINDS) {
    const role = logins.roles[kind];
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    if (rowCount === 0) await client.query(`create role ${role} noinherit`);
    await client.query(`alter role ${role} login noinherit password '${verifierOf(logins.proofOf(role))}'`);
    // Whatever a request makes for its session comes last, so it never stands in for a table of ours.
    await client.query(`alter role ${role} set search_path = public, pg_temp`);
    await client.query(`grant ${LOGINS[kind]} to ${role}`);
  }
  await dropLeftRoles(client);
  await client.query('commit');
  return logins;
}

/** The key of the database, made where it is missing, in the transaction of the caller. */
export async function makeKey(client: pg.Client, { hasNewKey = false } = {}): Promise<Logins> {
  await client.query(`select pg_advisory_xact_lock(${LOCK})`);
  // A copy of a database brings the key of the original along.
  await client.query(
    `delete from login_keys using pg_database d where ${isThisDatabase} and (database <> d.oid or $1)`,
    [hasNewKey],
  );
  await client.query(
    `insert into login_keys (database, key) select d.oid, $1 from pg_database d where ${isThisDatabase} on conflict do nothing`,
    [randomBytes(32)],
  );
  const { rows } = await client.query('select database::text, key from login_keys');
  return loginsOf(rows[0].database, rows[0].key);
}

/** Drops the login roles of databases that are gone. Another process or owner may be in the way: then they stay. */
async function dropLeftRoles(client: pg.Client): Promise<void> {
  await client.query(`do $$
    declare
      name text;
    begin
      for name in
        select r.rolname from pg_roles r
        where r.rolname ~ '^hubbub_(${KINDS.join('|')})_[0-9]+$'
          and not exists (select from pg_database d where d.oid::text = substring(r.rolname from '[0-9]+$'))
        order by 1
      loop
        begin
          execute format('drop role %I', name);
        exception when others then null;
        end;
      end loop;
    end $$`);
}

/** `database`: its oid. Roles belong to the whole cluster, so each database has its own. */
export function loginRolesOf(database: string): Logins['roles'] {
  return { requests: `hubbub_requests_${database}`, workers: `hubbub_workers_${database}` };
}

function loginsOf(database: string, key: Buffer): Logins {
  const proofs = new LRUCache<string, string>({
    max: 10_000,
    memoMethod: (name) => createHash('sha256').update(key).update(name).update(key).digest('hex'),
  });
  return { roles: loginRolesOf(database), proofOf: (name) => proofs.memo(name) };
}
