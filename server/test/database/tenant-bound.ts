import type pg from 'pg';
import { OWNERS } from '../../src/db/tables.ts';

/** Keys that are found before a tenant is known. Each is random, or another system's, so that no two tenants can have one. */
const FOUND_WITHOUT_A_TENANT: Readonly<Record<string, string>> = {
  api_keys_hash_key: 'the hash of 256 random bits',
  connect_states_hash: 'the hash of 128 random bits',
  invites_token: 'the hash of 192 random bits',
  review_links_token: 'the hash of 192 random bits',
  invitations_hash_key: 'the hash of 256 random bits',
  invitations_mail_hash_key: 'the hash of 256 random bits',
  invitations_id_key: '80 random bits',
  tenants_world_key: '122 random bits',
  owners_id_key: '80 random bits',
  billing_customers_id_key: 'the id of a customer at the payment processor',
};
const OWNER_COLUMNS = ['tenant_id', 'workspace_id'];

type Sql = <Row>(text: string) => Promise<Row[]>;

/** Unique indexes and foreign keys that span tenants, and policies with a query of their own. */
export async function spanningRules(sql: Sql): Promise<string[]> {
  const isOwned = (table: string) => (OWNERS[table] ?? 'tenant') === 'tenant';
  const unique = await sql<{ table: string; name: string; first: string }>(`
    select c.relname as table, x.relname as name, pg_get_indexdef(i.indexrelid, 1, true) as first
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and i.indisunique order by 2`);
  const foreign = await sql<{ table: string; to: string; first: string; definition: string }>(`
    select k.conrelid::regclass::text as table, k.confrelid::regclass::text as to, pg_get_constraintdef(k.oid) as definition,
      (select a.attname::text from pg_attribute a where a.attrelid = k.conrelid and a.attnum = k.conkey[1]) as first
    from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`);
  const policies = await sql<{ table: string; name: string }>(`
    select polrelid::regclass::text as table, polname as name from pg_policy
    where concat(pg_get_expr(polqual, polrelid), ' ', pg_get_expr(polwithcheck, polrelid)) ~* '\\mselect\\M'`);
  return [
    ...unique
      .filter(
        ({ table, name, first }) =>
          isOwned(table) && !OWNER_COLUMNS.includes(first) && !(name in FOUND_WITHOUT_A_TENANT),
      )
      .map(({ table, name, first }) => `the unique index ${name} of ${table} begins with ${first}`),
    ...foreign
      .filter(({ to, first }) => OWNERS[to] !== 'installation' && !OWNER_COLUMNS.includes(first))
      .map(({ table, definition }) => `${table}: ${definition}`),
    ...policies.map(({ table, name }) => `the policy ${name} of ${table} has a query`),
  ];
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly Plans?: readonly Plan[];
  readonly [detail: string]: unknown;
}

const CONDITIONS = [
  'Index Cond',
  'Recheck Cond',
  'Filter',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'TID Cond',
  'One-Time Filter',
];

/**
 * The reads of a statement that name no tenant: tables of tenants whose rows no condition binds to a tenant, or to the
 * tenant of a row that is bound. Row level security does not count: the plan is that of a superuser.
 */
export async function unboundReads(owner: pg.Client, text: string): Promise<string[]> {
  const { rows } = await owner.query(`explain (generic_plan, verbose, format json) ${text}`);
  const nodes = allNodes(rows[0]['QUERY PLAN'][0].Plan);
  const conditions = nodes.flatMap((node) => CONDITIONS.flatMap((name) => (name in node ? [String(node[name])] : [])));
  return nodes.flatMap((node) => {
    const { 'Relation Name': table, Alias: alias = table, 'Node Type': kind } = node;
    if (table === undefined || kind === 'ModifyTable' || (OWNERS[table] ?? 'tenant') !== 'tenant') return [];
    const own = CONDITIONS.map((name) => String(node[name] ?? '')).join(' ');
    const names = new RegExp(
      `(^|[^\\w.])"?${alias}"?\\.(tenant_id|workspace_id) = |= "?${alias}"?\\.(tenant_id|workspace_id)\\b`,
    );
    const isBound =
      /(^|[^\w.])(\w+\.)?(tenant_id|workspace_id) = /.test(own) || conditions.some((one) => names.test(one));
    return isBound ? [] : [`${table} ${alias}`];
  });
}

function allNodes(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(allNodes)];
}
