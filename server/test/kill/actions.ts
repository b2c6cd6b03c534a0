import type { Customer } from './customer.ts';
import type { Kind, State } from './kill-points.ts';

/** An outward action of ours as it stands in the database. */
export interface ActionRow {
  readonly id: string;
  readonly kind: Kind;
  readonly post_id: string | null;
  readonly platform: string;
  /** The platform's id of the account. */
  readonly account: string;
  readonly status: string;
  readonly state: State | null;
  readonly platform_id: string | null;
  readonly error: unknown;
}

const columns = `x.id, x.kind, x.post_id, x.platform, a.platform_id as account, x.status, x.state, x.platform_id, x.error
  from actions x join accounts a on a.tenant_id = x.tenant_id and a.id = x.account_id`;

export async function allActions({ sql, tenantId, platforms }: Customer): Promise<ActionRow[]> {
  const rows = await sql<ActionRow>(`select ${columns} where x.tenant_id = $1 order by x.created_at, x.id`, [tenantId]);
  return rows.map((row) => ({ ...row, platform: platforms.nameOf(row.account, row.platform) }));
}

/** The action that a worker has in hand on the account: it was written to last. */
export async function actionInHand({ sql, tenantId }: Customer, account: string): Promise<ActionRow | undefined> {
  const inHand = `where x.tenant_id = $1 and a.platform_id = $2 and x.status = 'publishing' and x.state is not null`;
  const rows = await sql<ActionRow>(`select ${columns} ${inHand} order by x.updated_at desc limit 1`, [
    tenantId,
    account,
  ]);
  return rows[0];
}

/** How many actions are not over, of all accounts or of these. */
export async function openActions({ sql, tenantId }: Customer, accountIds?: readonly string[]): Promise<number> {
  const [row] = await sql<{ count: string }>(
    `select count(*) from actions where tenant_id = $1 and status in ('pending', 'publishing')
      and ($2::text[] is null or account_id = any ($2))`,
    [tenantId, accountIds ?? null],
  );
  return Number(row?.count);
}

/** The journal of one action, a line for each step. */
export async function journalOf({ sql, tenantId }: Customer, actionId: string): Promise<string[]> {
  const rows = await sql<{ at: Date; attempt: number; step: number; state: string; detail: unknown }>(
    'select t.* from actions x, journal_of(x) t where x.tenant_id = $1 and x.id = $2 order by t.attempt, t.step',
    [tenantId, actionId],
  );
  return rows.map(
    ({ at, attempt, step, state, detail }) =>
      `${at.toISOString()} ${attempt}.${step} ${state} ${JSON.stringify(detail)}`,
  );
}
