import { type ActionRow, allActions, journalOf } from './actions.ts';
import { checkBooks } from './check-books.ts';
import type { Customer } from './customer.ts';
import { classOf } from './kill-points.ts';
import type { LedgerEntry } from './platforms.ts';
import { type Problem, problem } from './problem.ts';
import { MESSAGE_TEXT, REPLY_TEXT, TEXT } from './requests.ts';

export interface Outcomes {
  readonly actions: number;
  readonly published: number;
  readonly creates: number;
  readonly unconfirmed: Readonly<Record<'A' | 'B' | 'C', number>>;
  /** Actions of class C, of which one in a hundred may stay unconfirmed. */
  readonly ofClassC: number;
  readonly problems: readonly Problem[];
}

/** The items on the platforms that actions make. */
const KINDS = ['post', 'reply', 'message'];

/** Compares what the platforms hold with what we believe. */
export async function checkOutcomes(customer: Customer): Promise<Outcomes> {
  const actions = await allActions(customer);
  const ledger = (await customer.platforms.ledger()).filter(({ kind }) => KINDS.includes(kind));
  const problems = [...lost(actions), ...wrong(actions, ledger), ...duplicated(actions, ledger)];
  for (const action of actions.filter(({ status }) => status === 'failed'))
    problems.push(problem('failed', 'no platform rejected anything', [action]));
  const unconfirmed = { A: 0, B: 0, C: 0 };
  for (const action of actions.filter(({ status }) => status === 'unconfirmed')) {
    const name = classOf(action.platform, action.kind);
    unconfirmed[name] += 1;
    problems.push(problem('unconfirmed', `class ${name}`, [action]));
  }
  return {
    actions: actions.length,
    published: actions.filter(({ status }) => status === 'published').length,
    creates: customer.requests.posts.size + customer.requests.interactions(),
    unconfirmed,
    ofClassC: actions.filter(({ platform, kind }) => classOf(platform, kind) === 'C').length,
    problems: [...problems, ...(await checkBooks(customer, actions))],
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

/** Mastodon's replies and messages begin with a mention. */
function isLike({ kind, text, media }: LedgerEntry, action: ActionRow): boolean {
  if (action.kind === 'reply') return kind === 'reply' && text.endsWith(REPLY_TEXT);
  if (action.kind === 'message') return kind === 'message' && text.endsWith(MESSAGE_TEXT);
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

function keyOf(platform: string, platformId: string): string {
  return `${platform} ${platformId}`;
}
