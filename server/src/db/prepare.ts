import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { asOwner } from './inspect.ts';
import { LOGINS, type LoginKind, type Logins, makeKey } from './logins.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { namingRights } from './rights.ts';
import { verifierOf } from './verifier.ts';

export interface Prepared {
  readonly database: string;
  readonly owner: string;
  /** The things that were made, in words: `the role hubbub_app`. */
  readonly made: readonly string[];
  /** Migrations that ran. */
  readonly ran: readonly string[];
  /** Rights of the owner that it does not need. */
  readonly needless: readonly string[];
}

export interface PrepareOptions extends Pick<MigrateOptions, 'version' | 'onWait'> {
  /** Gives the login roles new passwords. Running processes learn them when the server rejects the old ones. */
  readonly newPasswords: boolean;
}

/** Any fixed number. The lock ends with the connection. */
const LOCK = 7_482_306;

const ADMIN_REMEDY = 'Give --admin-url the address of a superuser, or of a role with CREATEROLE and CREATEDB.';

/**
 * Makes what `url` names, with the least rights: the owner's role, its database, the roles that the service works as and
 * logs in with, and the tables. What is there already stays. Afterwards the owner needs no right on roles.
 * Throws MissingRightError when the administrator lacks a right.
 */
export async function prepare(url: string, adminUrl: string, options: PrepareOptions): Promise<Prepared> {
  const { user: owner, password, database } = parseIntoClientConfig(url) as pg.ClientConfig;
  if (!owner || !database) throw new Error('DATABASE_URL must name a user and a database');
  const made: string[] = [];
  const needless = await asAdmin(adminUrl, async (admin) => {
    await makeOwner(admin, owner, password, made);
    await makeDatabase(admin, owner, database, made);
    return needlessRights(admin, owner);
  });
  const ran = await migrate(url, { ...options, withLogins: false });
  const logins = await asOwner(url, async (client) => {
    await client.query('begin');
    const found = await makeKey(client, { hasNewKey: options.newPasswords });
    await client.query('commit');
    return found;
  });
  await asAdmin(adminUrl, (admin) => makeLoginRoles(admin, logins, made));
  return { database, owner, made, ran, needless };
}

/** Two administrators at once make their roles one after the other. */
function asAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  return asOwner(url, async (client) => {
    await client.query(`select pg_advisory_lock(${LOCK})`);
    return namingRights(client, () => work(client), ADMIN_REMEDY);
  });
}

async function makeOwner(admin: pg.Client, owner: string, password: unknown, made: string[]): Promise<void> {
  const name = pg.escapeIdentifier(owner);
  if (!(await hasRole(admin, owner))) {
    const secret = typeof password === 'string' && password !== '' ? ` password '${verifierOf(password)}'` : '';
    await admin.query(`create role ${name} login nosuperuser nocreatedb nocreaterole${secret}`);
    made.push(`the role ${owner}`);
  }
  for (const role of Object.values(LOGINS)) {
    if (!(await hasRole(admin, role))) {
      await admin.query(`create role ${role} nologin`);
      made.push(`the role ${role}`);
    }
    const { rows } = await admin.query(`select pg_has_role($1::name, $2::name, 'usage') as is_member`, [owner, role]);
    if (!rows[0].is_member) await admin.query(`grant ${role} to ${name}`);
  }
}

async function makeDatabase(admin: pg.Client, owner: string, database: string, made: string[]): Promise<void> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [database]);
  if (rowCount !== 0) return;
  const name = pg.escapeIdentifier(owner);
  // Only a member may give a database to a role.
  const { rows } = await admin.query("select pg_has_role($1::name, 'usage') as is_member", [owner]);
  if (!rows[0].is_member) await admin.query(`grant ${name} to current_user`);
  await admin.query(`create database ${pg.escapeIdentifier(database)} owner ${name}`);
  if (!rows[0].is_member) await admin.query(`revoke ${name} from current_user`);
  made.push(`the database ${database}`);
}

async function makeLoginRoles(admin: pg.Client, { roles, proofOf }: Logins, made: string[]): Promise<void> {
  for (const kind of Object.keys(LOGINS) as LoginKind[]) {
    const role = roles[kind];
    if (!(await hasRole(admin, role))) {
      await admin.query(`create role ${role}`);
      made.push(`the role ${role}`);
    }
    await admin.query(`alter role ${role} login noinherit password '${verifierOf(proofOf(role))}'`);
    // Whatever a request makes for its session comes last, so it never stands in for a table of ours.
    await admin.query(`alter role ${role} set search_path = public, pg_temp`);
    await admin.query(`grant ${LOGINS[kind]} to ${role}`);
    const { rows } = await admin.query(
      `select g.rolname as group from pg_auth_members m join pg_roles g on g.oid = m.roleid
       where m.member = $1::regrole and g.rolname <> $2`,
      [role, LOGINS[kind]],
    );
    for (const { group } of rows) await admin.query(`revoke ${pg.escapeIdentifier(group)} from ${role}`);
  }
}

async function hasRole(client: pg.Client, role: string): Promise<boolean> {
  return (await client.query('select from pg_roles where rolname = $1', [role])).rowCount !== 0;
}

async function needlessRights(admin: pg.Client, owner: string): Promise<string[]> {
  const { rows } = await admin.query(
    'select rolsuper as superuser, rolcreaterole as createrole, rolcreatedb as createdb, rolbypassrls as bypassrls from pg_roles where rolname = $1',
    [owner],
  );
  return Object.entries(rows[0] ?? {}).flatMap(([right, has]) => (has === true ? [right] : []));
}
