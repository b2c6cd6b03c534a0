import { type ActionRow, allActions, journalOf } from './actions.ts';
import type { Customer } from './customer.ts';
import { classOf } from './kill-points.ts';
import type { LedgerEntry } from './platforms.ts';
import { REPLY_TEXT, TEXT } from './requests.ts';

/** A problem with one action, one item on a platform or one create. */
export interface Problem {
  readonly what: 'lost' | 'duplicated' | 'wrong' | 'failed' | 'unconfirmed' | 'create' | 'books';
  readonly words: string;
  readonly account?: string;
  readonly actions: readonly ActionRow[];
}

export interface Outcomes {
  readonly actions: number;
  readonly published: number;
  readonly creates: number;
  readonly unconfirmed: Readonly<Record<'A' | 'B' | 'C', number>>;
  /** Actions of class C, of which one in a hundred may stay unconfirmed. */
  readonly ofClassC: number;
  readonly problems: readonly Problem[];
}

/** Compares what the platforms hold with what we believe. */
export async function checkOutcomes(customer: Customer): Promise<Outcomes> {
  const actions = await allActions(customer);
  const ledger = (await customer.platforms.ledger()).filter(({ kind }) => kind === 'post' || kind === 'reply');
  const problems = [...lost(actions), ...wrong(actions, ledger), ...duplicated(actions, ledger)];
  for (const action of actions.filter(({ status }) => status === 'failed'))
    problems.push(problem('failed', 'no platform refused anything', [action]));
  const unconfirmed = { A: 0, B: 0, C: 0 };
  for (const action of actions.filter(({ status }) => status === 'unconfirmed')) {
    const name = classOf(action.platform, action.kind);
    unconfirmed[name] += 1;
    problems.push(problem('unconfirmed', `class ${name}`, [action]));
  }
  return {
    actions: actions.length,
    published: actions.filter(({ status }) => status === 'published').length,
    creates: customer.requests.posts.size + customer.requests.replies(),
    unconfirmed,
    ofClassC: actions.filter(({ platform, kind }) => classOf(platform, kind) === 'C').length,
    problems: [...problems, ...(await missingCreates(customer, actions)), ...(await bookkeepingProblems(customer))],
  };
}

/** Neither published nor failed with a reason. */
function lost(actions: readonly ActionRow[]): Problem[] {
  return actions
    .filter(
      ({ status, error }) =>
        status === 'pending' || status === 'publishing' || (status !== 'published' && error === null),
    )
    .map((action) => problem('lost', `it is ${action.status} in the end`, [action]));
}

/** Published under an id that is not that of such an item of this account. */
function wrong(actions: readonly ActionRow[], ledger: readonly LedgerEntry[]): Problem[] {
  const entries = new Map(ledger.map((entry) => [keyOf(entry.platform, entry.platform_id), entry]));
  return actions
    .filter(({ status }) => status === 'published')
    .filter((action) => {
      const entry = entries.get(keyOf(action.platform, action.platform_id ?? ''));
      return entry === undefined || entry.account !== action.account || !isLike(entry, action);
    })
    .map((action) => problem('wrong', `the ledger has no such item ${action.platform_id}`, [action]));
}

/** Mastodon's replies begin with a mention. */
function isLike({ kind, text, media }: LedgerEntry, action: ActionRow): boolean {
  if (action.kind === 'reply') return kind === 'reply' && text.endsWith(REPLY_TEXT);
  return kind === 'post' && text === TEXT && media.length === 1;
}

/** More items on a platform than we know, or one item for two actions. Unconfirmed actions may have an item. */
function duplicated(actions: readonly ActionRow[], ledger: readonly LedgerEntry[]): Problem[] {
  const problems: Problem[] = [];
  const holders = Map.groupBy(
    actions.filter(({ platform_id }) => platform_id !== null),
    ({ platform, platform_id }) => keyOf(platform, platform_id as string),
  );
  for (const [key, held] of holders) {
    if (held.length > 1) problems.push(problem('duplicated', `${key} is held by several`, held));
  }
  const unknown = ledger.filter(({ platform, platform_id }) => !holders.has(keyOf(platform, platform_id)));
  for (const [account, entries] of Map.groupBy(unknown, ({ account }) => account)) {
    const ofAccount = actions.filter((action) => action.account === account);
    const inDoubt = ofAccount.filter(({ status }) => status === 'unconfirmed').length;
    const failed = ofAccount.filter(({ status }) => status === 'failed');
    const what = failed.length > 0 ? 'wrong' : 'duplicated';
    const ids = entries.map(({ platform_id }) => platform_id).join(', ');
    if (entries.length > inDoubt)
      problems.push({ ...problem(what, `nobody holds ${ids} on the platform`, failed), account });
  }
  return problems;
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
  const replies = actions.filter(({ kind }) => kind === 'reply').length;
  if (replies !== requests.replies())
    problems.push(problem('create', `${requests.replies()} replies were asked for and ${replies} are there`, []));
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
  if (books?.posts_used !== requests.posts.size || books.interactions_used !== requests.replies())
    problems.push(
      problem('books', `${requests.posts.size} posts and ${requests.replies()} replies: ${JSON.stringify(books)}`, []),
    );
  return problems;
}

/** The problems with the journals of their actions and everything about the accounts concerned. */
export async function explain(customer: Customer, { problems }: Outcomes): Promise<string> {
  const lines: string[] = [];
  const accounts = new Set<string>();
  for (const { what, words, actions, account } of problems) {
    lines.push(`${what}: ${words}`);
    for (const action of actions) lines.push(`  post ${action.post_id}: ${JSON.stringify(action)}`);
    for (const { id } of actions) lines.push(...(await journalOf(customer, id)).map((line) => `    ${line}`));
    for (const name of [...actions.map((action) => action.account), account])
      if (name !== undefined) accounts.add(name);
  }
  const all = await allActions(customer);
  for (const name of accounts) {
    lines.push(`account ${name}, the ledger of its platform:`);
    for (const entry of await customer.platforms.ledger(name)) lines.push(`  ${JSON.stringify(entry)}`);
    lines.push(`account ${name}, what we believe:`);
    for (const { id, post_id, status, platform_id } of all.filter((action) => action.account === name))
      lines.push(`  action ${id} of post ${post_id}: ${status} ${platform_id ?? ''}`);
  }
  return lines.join('\n');
}

function problem(what: Problem['what'], words: string, actions: readonly ActionRow[]): Problem {
  return { what, words, actions };
}

function keyOf(platform: string, platformId: string): string {
  return `${platform} ${platformId}`;
}
