import type { Table } from '../db/tables.ts';

/** The tables of a workspace that stay where they are, each with the reason. All others move. */
export const STAYS_BEHIND: Readonly<Record<string, string>> = {
  connect_states: 'A login that has begun ends at the address where it began.',
  pending_connections: 'A choice of accounts that was not made is made again.',
  account_dues: 'The database makes its rows of those of accounts.',
  event_sweeps: 'The database makes the row anew for each tenant.',
  announcement_views: 'The announcements belong to the operator of the installation.',
  memberships: 'People belong to their installation. An import invites them again.',
  feedback: 'It was told to the operator of the installation.',
  holds: 'An export or an import holds by itself.',
  restore_findings: 'They were looked up by this installation.',
  workspace_imports: 'It says what an import has done here.',
};

/**
 * Rows of these make rows of later tables by triggers. A table is emptied before its own rows come, so they must be first. Brands come
 * before accounts, whose trigger reads whether their brand approves its posts.
 */
const FIRST = ['actions', 'inbox_posts', 'brands', 'accounts'];

/** Their rows are found from outside: by the text of a key or an invite, or by the id of a customer. */
const LATE = ['invites', 'review_links', 'billing_customers', 'api_keys'];

/** These make the workspace visible. They are written together, at the end: so many rows of each. */
export const LAST_ROWS: Readonly<Record<string, number>> = { workspaces: 1, owners: 1, tenants: 2 };

/** Columns with ids that platforms, the payment processor or a request gave. */
const OTHERS_IDS = [
  'app_id',
  'author_id',
  'checkout_id',
  'destination_id',
  'page_id',
  'parent_platform_id',
  'participant_id',
  'person_id',
  'platform_id',
  'platform_post_id',
  'request_id',
  'subscription_id',
  // What a change was about can be of a platform, such as a board.
  'audit.resource_id',
  // The customer's id at the payment processor, and the code that confirms an erasure.
  'billing_customers.id',
  'erasures.id',
  // People stay.
  'audit.actor_id',
];

const ORDER = [...FIRST, 'the others', ...LATE, ...Object.keys(LAST_ROWS)];

/** A table whose rows of one workspace move. */
export interface MovedTable {
  readonly name: string;
  /** The column that names the tenant or the workspace of a row. */
  readonly ownerColumn: 'tenant_id' | 'workspace_id' | 'id';
  /** The columns that take values. */
  readonly columns: readonly string[];
  /** Those of them that have ids of ours. */
  readonly idColumns: readonly string[];
}

/** The tables that move, in the order in which an import writes them. */
export function movedTables(tables: readonly Table[]): MovedTable[] {
  const place = ({ name }: MovedTable) => ORDER.indexOf(ORDER.includes(name) ? name : 'the others');
  return tables
    .flatMap(({ name, ownerColumn, columns }) =>
      ownerColumn === undefined || name in STAYS_BEHIND ? [] : [toMovedTable(name, ownerColumn, columns)],
    )
    .toSorted((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
}

function toMovedTable(name: string, ownerColumn: MovedTable['ownerColumn'], all: Table['columns']): MovedTable {
  const columns = all.filter(({ isGenerated }) => !isGenerated).map((column) => column.name);
  const idColumns = columns.filter(
    (column) =>
      /^(?:id|batch|.*_id)$/.test(column) && !OTHERS_IDS.includes(column) && !OTHERS_IDS.includes(`${name}.${column}`),
  );
  return { name, ownerColumn, columns, idColumns };
}
