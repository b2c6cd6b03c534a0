import { type ActionRow, allActions, journalOf } from './actions.ts';
import { classOf } from './cells.ts';
import type { LedgerEntry } from './platforms.ts';
import { REPLY_TEXT, TEXT } from './requests.ts';
import type { World } from './world.ts';

/** What is wrong with one action, one item on a platform or one create. */
export interface Problem {
  readonly what: 'lost' | 'duplicated' | 'wrong' | 'failed' | 'unconfirmed' | 'create';
  readonly words: string;
  readonly account?: string;
  readonly actions: readonly ActionRow[];
}

export interface Verdict {
  readonly actions: number;
  readonly published: number;
  readonly creates: number;
  readonly unconfirmed: Readonly<Record<'A' | 'B' | 'C', number>>;
  /** Actions of class C, of which one in a hundred may stay unconfirmed. */
  readonly ofClassC: number;
  readonly problems: readonly Problem[];
}

/** Compares what the platforms hold with what we believe. */
export async function judge(world: World): Promise<Verdict> {
  const actions = await allActions(world);
  const ledger = (await world.platforms.ledger()).filter(({ kind }) => kind === 'post' || kind === 'reply');
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
    creates: world.requests.posts.size + world.requests.replies(),
    unconfirmed,
    ofClassC: actions.filter(({ platform, kind }) => classOf(platform, kind) === 'C').length,
    problems: [...problems, ...(await missingCreates(world, actions))],
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

/** More on a platform than we know of, or one item for two actions. What is unconfirmed may be there. */
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

/** Each create that was answered is there, and nothing else is. */
async function missingCreates({ sql, tenantId, requests }: World, actions: readonly ActionRow[]): Promise<Problem[]> {
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

/** The problems with all that is known about them: journals of the actions and the items of their accounts. */
export async function explain(world: World, { problems }: Verdict): Promise<string> {
  const parts = await Promise.all(
    problems.map(async ({ what, words, actions, account }) => {
      const lines = [`${what}: ${words}`];
      for (const action of actions) {
        lines.push(`  action ${action.id} of post ${action.post_id}: ${JSON.stringify(action)}`);
        for (const line of await journalOf(world, action.id)) lines.push(`    ${line}`);
      }
      for (const name of new Set([
        ...actions.map((action) => action.account),
        ...(account === undefined ? [] : [account]),
      ])) {
        lines.push(`  ledger of account ${name}:`);
        for (const entry of await world.platforms.ledger(name)) lines.push(`    ${JSON.stringify(entry)}`);
        const others = (await allActions(world)).filter((action) => action.account === name);
        for (const { id, post_id, status, platform_id } of others)
          lines.push(`    action ${id} of post ${post_id}: ${status} ${platform_id}`);
      }
      return lines.join('\n');
    }),
  );
  return parts.join('\n');
}

function problem(what: Problem['what'], words: string, actions: readonly ActionRow[]): Problem {
  return { what, words, actions };
}

function keyOf(platform: string, platformId: string): string {
  return `${platform} ${platformId}`;
}
