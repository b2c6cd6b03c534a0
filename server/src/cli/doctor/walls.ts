import type { Client } from 'pg';
import { asOwner } from '../../db/inspect.ts';
import { type Finding, ok, wrong } from './finding.ts';

/** The roles that the service works as. */
const ROLES = ['hubbub_app', 'hubbub_lanes'];

/** Row level security on every table with a tenant, and roles that cannot bypass it. */
export async function checkWalls(url: string): Promise<Finding[]> {
  return asOwner(url, async (client) => [
    await checkTables(client),
    await checkReach(client),
    ...(await checkRoles(client)),
  ]);
}

async function checkTables(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ name: string; fault: string | null }>(`
    select c.relname as name, case
      when not c.relrowsecurity then 'row level security is off'
      when not c.relforcerowsecurity then 'row level security is not forced on the owner'
      when not exists (select 1 from pg_policy p where p.polrelid = c.oid and 'hubbub_app'::regrole = any(p.polroles)
        and pg_get_expr(p.polqual, p.polrelid) ~ 'tenant_id = .*app\\.tenant') then 'the policy of hubbub_app is missing'
      when exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polpermissive
        and p.polroles && array[0::oid, 'hubbub_app'::regrole] and coalesce(pg_get_expr(p.polqual, p.polrelid), 'true') !~ 'app\\.tenant')
        then 'another policy opens it to hubbub_app'
      end as fault
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);
  const faults = rows.filter(({ fault }) => fault !== null).map(({ name, fault }) => `${name}: ${fault}`);
  if (faults.length === 0)
    return ok('tenant walls', `row level security is forced on all ${rows.length} tables with a tenant`);
  return wrong('tenant walls', faults.join('; '), 'Run migration 0002-walls.sql again for these tables.');
}

/** With the service's role, a tenant that does not exist must see no row. */
async function checkReach(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege('hubbub_app', c.oid, 'select')`);
  await client.query("begin; set local role hubbub_app; set local app.tenant = 'nobody'");
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

async function checkRoles(client: Client): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const role of ROLES) {
    const { rows } = await client.query<{
      rolsuper: boolean;
      rolbypassrls: boolean;
      owns: boolean;
      above: string | null;
    }>(
      `select r.rolsuper, r.rolbypassrls,
         exists (select 1 from pg_class c where c.relowner = r.oid and c.relnamespace = 'public'::regnamespace) as owns,
         (select string_agg(o.rolname, ', ') from pg_roles o where o.oid <> r.oid and (o.rolsuper or o.rolbypassrls) and pg_has_role(r.oid, o.oid, 'member')) as above
       from pg_roles r where r.rolname = $1`,
      [role],
    );
    const [row] = rows;
    const fault =
      row === undefined
        ? 'does not exist'
        : row.rolsuper
          ? 'is a superuser'
          : row.rolbypassrls
            ? 'may bypass row level security'
            : row.owns
              ? 'owns tables'
              : row.above !== null
                ? `is a member of ${row.above}`
                : undefined;
    findings.push(
      fault === undefined
        ? ok(`role ${role}`, 'no superuser, bypasses nothing, owns nothing')
        : wrong(
            `role ${role}`,
            fault,
            `As a superuser: alter role ${role} nosuperuser nobypassrls nologin; and take away what it owns or is a member of.`,
          ),
    );
  }
  return findings;
}
