import { sql } from 'kysely';
import { expect } from 'vitest';
import { type Query, type Runner, toStatement } from '../src/db/query.ts';
import type { TestService, TestWorkspace } from './harness.ts';

/** The plan of the last statement that `list` runs, as the role of requests gets it. `list` finds no rows. */
export async function planOf(
  service: TestService,
  { tenantId }: TestWorkspace,
  list: (db: Runner, tenantId: string) => Promise<unknown>,
  options = '',
): Promise<string> {
  return service.app.db.tenant(tenantId).transaction(async (tx) => {
    const [role] = await tx.run(sql<{ role: string }>`select current_user as role`);
    expect(role).toEqual({ role: 'hubbub_app' });
    // As the embedded server has it, and every server on solid-state disks should.
    await tx.run(sql`set local random_page_cost = 1.1`);
    let plan = '';
    const explain = async <Row>(query: Query<Row>): Promise<Row[]> => {
      const { text, values } = toStatement(query);
      const compile = () => ({ sql: `explain ${options} ${text}`, parameters: values });
      const rows = await tx.run<Record<string, string>>({ expressionType: undefined, compile });
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return [];
    };
    await list({ run: explain, first: async (query) => (await explain(query))[0] }, tenantId);
    return plan;
  });
}
