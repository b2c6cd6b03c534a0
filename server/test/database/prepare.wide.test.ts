import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { emptyDatabase } from '../../src/backup/restore.repository.ts';
import { asOwner } from '../../src/db/inspect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { dropDatabase } from '../drop-database.ts';
import { withDatabase } from '../global-setup.ts';
import { hubbub, run, startService, temporaryFolder, useProcesses } from '../start/processes.fixture.ts';

useProcesses();

const SERVER = withDatabase(inject('templateUrl'), 'postgres');
const suffix = randomBytes(4).toString('hex');
const ADMIN = `admin_${suffix}`;
const roles: string[] = [];
const databases: string[] = [];

const server = <T>(work: (client: pg.Client) => Promise<T>) => asOwner(SERVER, work);
const sql = (text: string) => server((client) => client.query(text));
const as = (role: string, database: string) =>
  withDatabase(SERVER, database).replace(/\/\/[^@]+@/, `//${role}:a%2Fpassword@`);

/** A name that the test's end removes, as a role and as a database. */
function fresh(word: string): string {
  const name = `${word}_${randomBytes(4).toString('hex')}`;
  roles.push(name);
  databases.push(name);
  return name;
}

const settingsOf = (name: string) => ({
  DATABASE_URL: as(name, name),
  DATA_DIR: temporaryFolder(),
  SECRETS_KEY: randomBytes(32).toString('hex'),
  SIMULATOR: 'off',
});

beforeAll(async () => {
  await sql(`create role ${ADMIN} login createrole createdb`);
  await sql(`grant hubbub_app, hubbub_workers to ${ADMIN} with admin option`);
});

afterAll(() =>
  server(async (client) => {
    for (const name of databases) await dropDatabase(client, name);
    for (const role of [...roles, ADMIN]) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
      if (rowCount !== 0) await client.query(`drop owned by ${role} cascade; drop role ${role}`);
    }
  }),
);

test('an administrator prepares a database, and its owner needs no further right', async () => {
  const name = fresh('prepared');
  const settings = settingsOf(name);
  const prepare = ['database', 'prepare', '--admin-url', as(ADMIN, 'postgres'), '--json'];
  const first = await hubbub(prepare, settings);
  expect(first).toMatchObject({ code: 0, err: '' });
  const report = JSON.parse(first.out);
  expect(report).toMatchObject({ database: name, owner: name, needless_rights: [] });
  expect(report.made).toEqual(expect.arrayContaining([`the role ${name}`, `the database ${name}`]));
  expect(report.made).toHaveLength(4);
  expect(report.ran.at(-1)).toMatch(/^\d{4}-/);

  const again = await hubbub([...prepare, '--new-passwords'], settings);
  expect(JSON.parse(again.out)).toMatchObject({ made: [], ran: [] });

  const [rights] = await server(
    async (client) =>
      (
        await client.query(
          'select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication from pg_roles where rolname = $1',
          [name],
        )
      ).rows,
  );
  expect(Object.values(rights)).toEqual([false, false, false, false, false]);
  const service = await startService(settings);
  const { key } = JSON.parse(
    (await hubbub(['keys', 'create', '--workspace', 'first', '--mode', 'test', '--json'], settings)).out,
  );
  const response = await fetch(`${service.url}/v1/brands`, { headers: { authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  const doctor = JSON.parse((await hubbub(['doctor', '--json'], settings)).out);
  const found = doctor.checks.filter(({ ok, check }: { ok: boolean; check: string }) => !ok && check !== 'durability');
  expect(found).toEqual([]);
});

/** The key that the passwords of the login roles are made of. */
const keyOf = ({ DATABASE_URL }: { DATABASE_URL: string }) =>
  asOwner(DATABASE_URL, async (client) => (await client.query('select database, key from login_keys')).rows[0]);

test('a backup goes into a prepared database, whose owner may not change roles', async () => {
  const prepare = ['database', 'prepare', '--admin-url', as(ADMIN, 'postgres')];
  const from = settingsOf(fresh('backed_up'));
  const into = { ...settingsOf(fresh('restored')), SECRETS_KEY: from.SECRETS_KEY };
  const place = temporaryFolder();
  for (const settings of [from, into]) expect((await hubbub(prepare, settings)).code).toBe(0);
  expect(await hubbub(['backup', place], from)).toMatchObject({ code: 0, err: '' });

  const given = await keyOf(into);

  // The database now looks as after a killed restore. The next one still knows the administrator's passwords.
  await asOwner(into.DATABASE_URL, emptyDatabase);
  const half = await hubbub(['doctor'], into);
  expect(half.out).toContain('FAIL  database           is half restored');
  expect(half.err).toBe('');
  expect(await hubbub(['restore', place], into)).toMatchObject({ code: 0, err: '' });
  expect(await hubbub(['restore', place, '--replace'], into)).toMatchObject({ code: 0, err: '' });
  expect((await hubbub(['restore', 'report'], into)).code).toBe(0);

  // The server of the tests asks for no password, so the key tells whether it would be taken.
  expect(await keyOf(into)).toEqual(given);

  await sql(`alter role hubbub_requests_${given.database} nologin`);
  const rejected = await hubbub(['doctor'], into);
  expect(rejected.err).toBe('');
  expect(rejected.out).toMatch(/^FAIL {2}database +the role restored_\w+ may not change roles .*database prepare/m);
});

/** The only line of a start that must fail. */
async function rejection(name: string): Promise<string> {
  const { ended, err } = run([], { ...settingsOf(name), PORT: '0' });
  expect(await ended).toBe(1);
  expect(err()).toMatch(/^Hubbub cannot start: [^\n]+\n$/);
  expect(err()).not.toContain('Check host, user, password');
  return err();
}

test('a start names the right that its user lacks', async () => {
  const app = fresh('app');
  await sql(`create role ${app} login`);
  await sql(`create database ${app} owner ${app}`);
  expect(await rejection(app)).toContain(`the role ${app} may not give the role hubbub_app to others`);

  await sql(`grant hubbub_app, hubbub_workers to ${app}`);
  const logins = await rejection(app);
  expect(logins).toContain(`the role ${app} may not create roles`);
  expect(logins).toContain('npm run hubbub -- database prepare --admin-url');

  const guest = fresh('guest');
  await sql(`create role ${guest} login`);
  await sql(`create database ${guest}`);
  expect(await rejection(guest)).toContain(`the role ${guest} may not create anything in the schema public`);

  // The tables belong to whoever ran the migrations.
  await migrate(withDatabase(SERVER, guest));
  expect(await rejection(guest)).toMatch(new RegExp(`the role ${guest} may not read or change the table \\w+`));
});

test('an administrator without rights learns which', async () => {
  const weak = fresh('weak');
  await sql(`create role ${weak} login`);
  const { code, err } = await hubbub(
    ['database', 'prepare', '--admin-url', as(weak, 'postgres')],
    settingsOf(fresh('nobody')),
  );
  expect(code).toBe(1);
  expect(err).toContain(`the role ${weak} may not create roles`);
  expect(err).toContain('or of a role with CREATEROLE and CREATEDB');
});

test('addresses that lead nowhere are one line without a password', async () => {
  const settings = settingsOf(fresh('nowhere'));
  const rejections = [
    ['postgres://admin:hush#c@/%zz:99999/', 'Invalid URL'],
    ['postgres://admin:hush@127.0.0.1:1/x', 'ECONNREFUSED'],
    [as(ADMIN, 'missing_database'), 'does not exist'],
  ] as const;
  const outputs = rejections.map(([url]) => hubbub(['database', 'prepare', '--admin-url', url], settings));
  for (const [index, { code, err }] of (await Promise.all(outputs)).entries()) {
    expect(code).toBe(1);
    expect(err.trim()).toMatch(
      new RegExp(`^The database could not be prepared: .*${rejections[index]?.[1]}.* repeat the command\\.$`),
    );
    expect(err).not.toContain('hush');
  }
});

test('two administrators prepare one database at once', async () => {
  const settings = settingsOf(fresh('twice'));
  const prepare = ['database', 'prepare', '--admin-url', as(ADMIN, 'postgres')];
  const both = await Promise.all([hubbub(prepare, settings), hubbub(prepare, settings)]);
  for (const { code, err } of both) expect(err.replace(/^.*waiting.*\n/gim, ''), `exit code ${code}`).toBe('');
});
