import { type Asked, bookkeepingErrors } from '../crash/bookkeeping.ts';
import { type Rows, readRows } from '../crash/case-rows.ts';
import { inboxErrors } from '../crash/inbox-errors.ts';
import type { ActionRow } from './actions.ts';
import type { Customer } from './customer.ts';
import { type Problem, problem } from './problem.ts';

/** Compares the rows of posts, messages, events and charges with what was asked for. */
export async function checkBooks(customer: Customer, actions: readonly ActionRow[]): Promise<Problem[]> {
  const found = [missingCreates(customer, actions), bookkeepingProblems(customer, actions)];
  return (await Promise.all(found)).flat();
}

/** Each create with a response is stored, and no other. */
async function missingCreates(
  { sql, tenantId, requests }: Customer,
  actions: readonly ActionRow[],
): Promise<Problem[]> {
  const rows = await sql<{ id: string; status: string }>('select id, status from posts where tenant_id = $1', [
    tenantId,
  ]);
  const known = new Set(requests.posts.values());
  const problems = rows
    .filter(({ id }) => !known.has(id))
    .map(({ id }) => problem('create', `${id} is there without having been answered`, []));
  for (const [key, id] of requests.posts) {
    if (!rows.some((row) => row.id === id))
      problems.push(problem('create', `${key} was answered with ${id}, which is gone`, []));
  }
  if (known.size !== requests.posts.size) problems.push(problem('create', 'two keys were answered with one post', []));
  for (const { id, status } of rows.filter((row) => row.status === 'publishing'))
    problems.push(
      problem(
        'create',
        `${id} is ${status} in the end`,
        actions.filter(({ post_id }) => post_id === id),
      ),
    );
  const responses = actions.filter(({ kind }) => kind !== 'publish').length;
  if (responses !== requests.interactions())
    problems.push(
      problem('create', `${requests.interactions()} answers were asked for and ${responses} are there`, []),
    );
  return problems;
}

/** Posts, events, charges, journals and messages are what the actions say, by the checks of the crash points. */
async function bookkeepingProblems(customer: Customer, actions: readonly ActionRow[]): Promise<Problem[]> {
  const { tenantId, requests } = customer;
  const asked: Asked = {
    tenantId,
    postIds: [...requests.posts.values()],
    chargedIds: actions.filter(({ kind }) => kind !== 'publish').map(({ id }) => id),
    placedIds: new Set(),
    scenario: { work: 'publish' },
  };
  const rows = (await readRows(customer, [asked])).get(asked) as Rows;
  return [...bookkeepingErrors(asked, rows), ...inboxErrors(rows)].map((words) => problem('books', words, []));
}
