import type { Client } from 'pg';
import { asOwner } from '../../db/inspect.ts';
import { LOGINS, type LoginKind, loginRolesOf } from '../../db/logins.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** Row level security on every table with a tenant, and roles that cannot bypass it. */
export async function checkWalls(url: string): Promise<Finding[]> {
  return asOwner(url, async (client) => [
    await checkTables(client),
    await checkReach(client),
    ...(await checkRoles(client)),
  ]);
}

/** The condition of the policy of requests. */
const SEALED = 'tenant_id = (public\\.)?sealed_tenant\\(\\)';

async function checkTables(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ name: string; fault: string | null }>(`
    select c.relname as name, case
      when not c.relrowsecurity then 'row level security is off'
      when not c.relforcerowsecurity then 'row level security is not forced on the owner'
      when not exists (select 1 from pg_policy p where p.polrelid = c.oid and 'hubbub_app'::regrole = any(p.polroles)
        and pg_get_expr(p.polqual, p.polrelid) ~ '${SEALED}') then 'the policy of hubbub_app is missing'
      when exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polpermissive
        and p.polroles && array[0::oid, 'hubbub_app'::regrole] and coalesce(pg_get_expr(p.polqual, p.polrelid), 'true') !~ '${SEALED}')
        then 'another policy opens it to hubbub_app'
      end as fault
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);
  const faults = rows.filter(({ fault }) => fault !== null).map(({ name, fault }) => `${name}: ${fault}`);
  if (faults.length === 0)
    return ok('tenant walls', `row level security is forced on all ${rows.length} tables with a tenant`);
  return wrong(
    'tenant walls',
    faults.join('; '),
    "As the owner, for each of these tables: select wall_off('<table>'), and drop its other policies.",
  );
}

/** With the service's role, a tenant that does not exist must see no row. */
async function checkReach(client: Client): Promise<Finding> {
  const { rows: seals } = await client.query("select proof_of('nobody') as seal");
  if (seals[0].seal === null)
    return wrong(
      'tenant reach',
      'this database has no key of its own: it is a copy of another',
      'Start the service once; it makes the key.',
    );
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege('hubbub_app', c.oid, 'select')`);
  await client.query("begin; select enter_tenant('nobody', proof_of('nobody')); set local role hubbub_app");
  const seen: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await client.query(`select 1 from ${client.escapeIdentifier(name)} limit 1`);
    if (rowCount !== 0) seen.push(name);
  }
  await client.query('rollback');
  if (seen.length === 0) return ok('tenant reach', 'a tenant that does not exist sees nothing');
  return wrong(
    'tenant reach',
    `a tenant that does not exist sees rows of ${seen.join(', ')}`,
    'Do not serve customers with this database until row level security works.',
  );
}

/** The roles that the service works as and logs in with own nothing, bypass nothing and can take no further role. */
async function checkRoles(client: Client): Promise<Finding[]> {
  const { rows: databases } = await client.query(
    'select oid::text from pg_database where datname = current_database()',
  );
  const logins = loginRolesOf(databases[0].oid);
  const roles = new Map<string, string[]>(Object.values(LOGINS).map((role) => [role, []]));
  for (const kind of Object.keys(LOGINS) as LoginKind[]) roles.set(logins[kind], [LOGINS[kind]]);
  const { rows } = await client.query<{ role: string; fault: string | null }>(
    `select w.role, case
       when r.oid is null then 'does not exist'
       when r.rolsuper then 'is a superuser'
       when r.rolbypassrls then 'may bypass row level security'
       when r.rolcreaterole then 'may create roles'
       when exists (select 1 from pg_class c where c.relowner = r.oid and c.relnamespace = 'public'::regnamespace) then 'owns tables'
       else 'is a member of ' || (select string_agg(o.rolname, ', ') from pg_roles o
         where o.oid <> r.oid and pg_has_role(r.oid, o.oid, 'member') and not w.may_take ? o.rolname)
       end as fault
     from jsonb_each($1::jsonb) as w (role, may_take) left join pg_roles r on r.rolname = w.role order by 1`,
    [JSON.stringify(Object.fromEntries(roles))],
  );
  return rows.map(({ role, fault }) =>
    fault === null
      ? ok(`role ${role}`, 'no superuser, bypasses nothing, owns nothing')
      : wrong(
          `role ${role}`,
          fault,
          fault === 'does not exist'
            ? 'Start the service once; it makes its roles.'
            : `As a superuser: alter role ${role} nosuperuser nobypassrls nocreaterole; and take away what it owns or is a member of.`,
        ),
  );
}
