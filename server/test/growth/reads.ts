import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../src/db/database.ts';

/** A statement as it was sent, with its parameters. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Wire {
  readonly parsedStatements: Readonly<Record<string, string>>;
  /** The tenant of the request that opened the last scope on this connection; null: that of a worker. */
  tenantId?: unknown;
}

export interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

/** Both ways in which the server may plan a prepared statement. */
export const PLANS = ['force_custom_plan', 'force_generic_plan'] as const;

/**
 * Collects the queries that requests of a tenant send while `work` runs, on any connection. undefined: those of work
 * over all tenants, which also read to write.
 */
export async function queriesOf(tenantId: string | undefined, work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const wire = Object.getPrototypeOf((new pg.Client() as unknown as { connection: Wire }).connection);
  const bind = wire.bind;
  const isQuery = tenantId === undefined ? /^\s*(select|with|insert)\b/i : /^\s*(select|with)\b/i;
  wire.bind = function (this: Wire, portal: { statement: string; values: unknown[] }) {
    const text = this.parsedStatements[portal.statement] ?? '';
    if (text.includes("set_config('role'"))
      this.tenantId =
        portal.statement === 'request' ? portal.values[0] : text.includes('enter_tenant') ? null : undefined;
    else if (this.tenantId === tenantId && isQuery.test(text)) sent.push({ text, values: portal.values });
    return bind.call(this, portal);
  };
  try {
    await work();
  } finally {
    wire.bind = bind;
  }
  return sent;
}

let nextName = 0;

/** Explains a statement as its role runs it, with its parameters. Its writes are rolled back. undefined: of all tenants. */
export async function explain(
  db: Database,
  tenantId: string | undefined,
  { text, values }: SentStatement,
  planMode: (typeof PLANS)[number],
): Promise<Plan> {
  return (tenantId === undefined ? db.system : db.request(tenantId)).transaction(async (tx) => {
    await tx.run(sql.raw(`set local plan_cache_mode = ${planMode}`));
    await tx.run(sql.raw('savepoint before'));
    const name = `explained_${nextName++}`;
    await tx.run(sql.raw(`prepare ${name} as ${text}`));
    const parameters = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
    const [row] = await tx.run(
      sql<{
        'QUERY PLAN': { Plan: Plan }[];
      }>`${sql.raw(`explain (analyze, buffers off, format json) execute ${name}${parameters}`)}`,
    );
    await tx.run(sql.raw(`deallocate ${name}`));
    await tx.run(sql.raw('rollback to before'));
    const [explained] = row?.['QUERY PLAN'] ?? [];
    if (explained === undefined) throw new Error(`no plan of ${text}`);
    return explained.Plan;
  });
}

/** The scans of a statement, each with the rows that it reads, also those that a filter removes. */
export function scansOf(plan: Plan): { readonly name: string; readonly rows: number }[] {
  const isScan = plan['Relation Name'] !== undefined || plan['Node Type'] === 'Bitmap Index Scan';
  const perLoop =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const name = `${plan['Node Type']} of ${plan['Index Name'] ?? plan['Relation Name']}`;
  const own = isScan ? [{ name, rows: Math.round(perLoop * plan['Actual Loops']) }] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scansOf)];
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]::text[]`;
  return pg.escapeLiteral(Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value));
}
