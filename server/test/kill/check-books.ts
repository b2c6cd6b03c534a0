import type { ActionRow } from './actions.ts';
import type { Customer } from './customer.ts';
import { type Problem, problem } from './problem.ts';

/** Compares the rows of posts, messages, events and charges with what was asked for. */
export async function checkBooks(customer: Customer, actions: readonly ActionRow[]): Promise<Problem[]> {
  const found = [missingCreates(customer, actions), bookkeepingProblems(customer), inboxProblems(customer)];
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
  const answers = actions.filter(({ kind }) => kind !== 'publish').length;
  if (answers !== requests.interactions())
    problems.push(problem('create', `${requests.interactions()} answers were asked for and ${answers} are there`, []));
  return problems;
}

/** Each post has one closing event, the log has no gap and the charge is one for each create. */
async function bookkeepingProblems({ sql, tenantId, requests }: Customer): Promise<Problem[]> {
  const [books] = await sql<{
    events: string;
    seq: string;
    last: string;
    posts_used: number;
    interactions_used: number;
  }>(
    `select t.posts_used, t.interactions_used, t.seq, max(e.seq) as last, count(*) as events
      from tenants t join events e on e.tenant_id = t.tenant_id where t.tenant_id = $1 group by 1, 2, 3`,
    [tenantId],
  );
  const closed = await sql<{ id: string; closings: string }>(
    `select p.id, count(e.id) as closings from posts p left join events e on e.tenant_id = p.tenant_id and e.resource_id = p.id
      and e.type in ('post.published', 'post.partial', 'post.failed') where p.tenant_id = $1 group by 1 having count(e.id) <> 1`,
    [tenantId],
  );
  const problems = closed.map(({ id, closings }) => problem('books', `${id} has ${closings} closing events`, []));
  if (books === undefined || books.events !== books.seq || books.last !== books.seq)
    problems.push(problem('books', `the event log has gaps: ${JSON.stringify(books)}`, []));
  if (books?.posts_used !== requests.posts.size || books.interactions_used !== requests.interactions())
    problems.push(
      problem(
        'books',
        `${requests.posts.size} posts and ${requests.interactions()} answers: ${JSON.stringify(books)}`,
        [],
      ),
    );
  return problems;
}

/** Each message is shown once, as its action ended. */
async function inboxProblems({ sql, tenantId }: Customer): Promise<Problem[]> {
  const rows = await sql<{ id: string }>(
    `select x.id from actions x left join messages m on m.tenant_id = x.tenant_id and m.action_id = x.id
      and m.platform_id is not distinct from x.platform_id and m.status = case x.status when 'published' then 'sent' else x.status end
      where x.tenant_id = $1 and x.kind = 'message' group by 1 having count(m.id) <> 1`,
    [tenantId],
  );
  return rows.map(({ id }) => problem('books', `the inbox shows the message of ${id} otherwise`, []));
}
