/** The tables of a workspace that stay where they are, each with the reason. All others move. */
export const STAYS_BEHIND: Readonly<Record<string, string>> = {
  connect_states: 'A login that has begun ends at the address where it began.',
  pending_connections: 'A choice of accounts that was not made is made again.',
  event_sweeps: 'The database makes the row anew for each tenant.',
  announcement_views: 'The announcements belong to the operator of the installation.',
  feedback: 'It was told to the operator of the installation.',
  workspace_imports: 'It says what an import has done here.',
};

/**
 * Rows of these make rows of later tables by triggers. A table is emptied before its own rows come, so they must be first.
 */
const FIRST = ['actions', 'inbox_posts', 'accounts'];

/** Their rows are found from outside: by the text of a key or an invite, or by the id of a customer. */
const LATE = ['invites', 'billing_customers', 'api_keys'];

/** These make the workspace visible. They are written together, at the end: so many rows of each. */
export const LAST_ROWS: Readonly<Record<string, number>> = { workspaces: 1, owners: 1, tenants: 2 };
const LAST = Object.keys(LAST_ROWS);

/** The tables that move, in the order in which an import writes them. */
export function movedTables(tables: readonly string[]): string[] {
  const place = (table: string) =>
    FIRST.includes(table)
      ? FIRST.indexOf(table) - FIRST.length
      : LATE.includes(table)
        ? 1 + LATE.indexOf(table)
        : LAST.includes(table)
          ? 1 + LATE.length + LAST.indexOf(table)
          : 0;
  return tables.filter((table) => !(table in STAYS_BEHIND)).toSorted((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}
