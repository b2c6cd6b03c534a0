import type { Bed } from './bed.ts';
import { type Case, TEXT } from './case.ts';
import { kindOf } from './connectors.ts';
import { EDITED, FIRST_COMMENT, REPLY, SEGMENTS } from './plant.ts';
import type { Item } from './platform.ts';

export interface ActionRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly account_id: string;
  readonly kind: string;
  readonly status: string;
  readonly post_id: string | null;
  readonly parent_id: string | null;
  readonly input: { readonly text?: string; readonly index?: number; readonly platformPostId?: string };
  readonly platform_id: string | null;
  readonly error: { readonly code: string; readonly message: string; readonly category: string } | null;
  readonly metadata: Record<string, unknown>;
}

interface PostRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly text: string;
  readonly status: string;
  readonly is_charged: boolean;
}

interface EventRow {
  readonly tenant_id: string;
  readonly seq: number;
  readonly type: string;
  readonly resource_id: string | null;
  readonly account_id: string | null;
}

interface TenantRow {
  readonly tenant_id: string;
  readonly seq: number;
  readonly posts_used: number;
  readonly interactions_used: number;
}

/** All rows of one case. */
interface Rows {
  readonly actions: readonly ActionRow[];
  readonly posts: readonly PostRow[];
  readonly events: readonly EventRow[];
  readonly tenant: TenantRow;
  readonly steps: readonly { readonly action_id: string; readonly state: string }[];
}

/** What became of one case, judged by what is on the platform. */
export interface Verdict {
  readonly of: Case;
  readonly counts: Readonly<Record<'published' | 'failed' | 'unconfirmed', number>>;
  readonly reasons: readonly string[];
  /** Each as a sentence; all empty when the pipeline keeps its word. */
  readonly lost: readonly string[];
  readonly duplicated: readonly string[];
  readonly broken: readonly string[];
}

/** Reads the rows of the cases at once and judges each. */
export async function judgeAll(bed: Bed, cases: readonly Case[]): Promise<Verdict[]> {
  const [actions, posts, events, tenants, steps] = await Promise.all([
    bed.sql<ActionRow>('select * from actions order by id', []),
    bed.sql<PostRow>('select *, charged_period is not null as is_charged from posts', []),
    bed.sql<EventRow>('select tenant_id, seq::int as seq, type, resource_id, account_id from events order by seq', []),
    bed.sql<TenantRow>('select tenant_id, seq::int as seq, posts_used, interactions_used from tenants', []),
    bed.sql<{ tenant_id: string; action_id: string; state: string }>(
      'select tenant_id, action_id, state from attempts order by tenant_id, action_id, attempt, step',
      [],
    ),
  ]);
  const group = <Row extends { tenant_id: string }>(rows: readonly Row[]) => Map.groupBy(rows, (row) => row.tenant_id);
  const grouped = { actions: group(actions), posts: group(posts), events: group(events), steps: group(steps) };
  const tenantOf = new Map(tenants.map((row) => [row.tenant_id, row]));
  return cases.map((of) =>
    judge(of, {
      actions: grouped.actions.get(of.tenantId) ?? [],
      posts: grouped.posts.get(of.tenantId) ?? [],
      events: grouped.events.get(of.tenantId) ?? [],
      steps: grouped.steps.get(of.tenantId) ?? [],
      tenant: tenantOf.get(of.tenantId) as TenantRow,
    }),
  );
}

function judge(of: Case, rows: Rows): Verdict {
  const done = rows.actions.filter(({ id }) => !of.placedIds.has(id));
  const own = done.filter(({ kind }) => kind !== 'remove' && kind !== 'edit');
  const changes = done.filter(({ kind }) => kind === 'remove' || kind === 'edit');
  const lost: string[] = [];
  const broken = [...of.thrown.map((text) => `the pipeline threw: ${text}`)];
  for (const action of done) lost.push(...wrongEnd(of, action));
  const found = match(of, own);
  lost.push(...found.lost);
  for (const action of changes) lost.push(...wrongChange(of, action));
  broken.push(...brokenRows(of, rows));
  const count = (status: string) => done.filter((action) => action.status === status).length;
  return {
    of,
    counts: { published: count('published'), failed: count('failed'), unconfirmed: count('unconfirmed') },
    reasons: done.flatMap(({ status, error }) => (status === 'failed' && error !== null ? [error.code] : [])),
    lost,
    duplicated: found.duplicated,
    broken,
  };
}

/** An end that the platform's answers do not explain. */
function wrongEnd(of: Case, action: ActionRow): string[] {
  const target = of.scenario.targets[of.accounts.findIndex(({ id }) => id === action.account_id)];
  if (target === undefined) return [`${action.kind} has no account`];
  const isPart = action.kind === 'segment' || action.kind === 'first_comment';
  const may: readonly string[] = isPart ? target.partsMay : target.may;
  if (!may.includes(action.status)) {
    const reason = action.error === null ? '' : ` (${action.error.code}: ${action.error.message})`;
    return [`${action.kind} is ${action.status}${reason} where only ${may.join(' or ')} is true`];
  }
  if (action.status !== 'published' && (action.error?.code ?? '') === '') return [`${action.kind} gives no reason`];
  if (target.traits.class !== 'D') return [];
  const isDoubted = of.doubted.has(action.id) || of.accounts.some(({ fake }) => lostAnswer(fake.calls));
  if (action.status === 'unconfirmed' && !isDoubted) return [`${action.kind} is unconfirmed without a doubt`];
  return action.status !== 'unconfirmed' && of.doubted.has(action.id)
    ? [`${action.kind} is ${action.status} in doubt`]
    : [];
}

function lostAnswer(calls: readonly string[]): boolean {
  return calls.some((call) => /^send .*→ (5\d\d|connection lost|no answer)/.test(call));
}

/** Sets every published action against what took effect: one to one, with the same words in the same place. */
function match(of: Case, own: readonly ActionRow[]): { lost: string[]; duplicated: string[] } {
  const lost: string[] = [];
  const duplicated: string[] = [];
  for (const account of of.accounts) {
    const free = new Map(account.fake.items.filter((item) => item.isEffect).map((item) => [item.id, item]));
    const actions = own.filter((action) => action.account_id === account.id);
    for (const action of actions.filter(({ status }) => status === 'published')) {
      const item = free.get(action.platform_id ?? '');
      free.delete(action.platform_id ?? '');
      if (item === undefined) lost.push(`${action.kind} is published as ${action.platform_id}, which is not its own`);
      else if (item.text !== textOf(action)) lost.push(`${action.kind} holds an item that says ${item.text}`);
    }
    // An unconfirmed action may have had its effect, once.
    for (const action of actions.filter(({ status }) => status === 'unconfirmed')) {
      const effect = [...free.values()].find((item) => isOf(item, action));
      if (effect !== undefined) free.delete(effect.id);
    }
    for (const item of free.values()) duplicated.push(`${item.kind} ${item.id} (${item.text}) belongs to nothing`);
  }
  return { lost, duplicated };
}

function isOf(item: Item, action: ActionRow): boolean {
  return item.kind === kindOf(action.kind) && item.text === textOf(action);
}

function textOf(action: ActionRow): string {
  if (action.kind === 'reply') return REPLY;
  if (action.kind === 'first_comment') return FIRST_COMMENT;
  if (action.kind === 'segment') return SEGMENTS[action.input.index ?? 0] as string;
  return TEXT;
}

/** A removal or edit that is done only in our rows. */
function wrongChange(of: Case, action: ActionRow): string[] {
  const item = of.accounts[0]?.fake.items[0];
  const isDone = action.kind === 'remove' ? item?.isRemoved : item?.text === EDITED;
  if (action.status === 'published' && !isDone) return [`${action.kind} did not happen`];
  return action.status === 'failed' && isDone ? [`${action.kind} happened and is failed`] : [];
}

/** Status, events, quota and journal must say what the targets say. */
function brokenRows(of: Case, { actions, posts, events, tenant, steps }: Rows): string[] {
  const broken: string[] = [];
  const expect = (isTrue: boolean, otherwise: string) => {
    if (!isTrue) broken.push(otherwise);
  };
  let refunds = 0;
  for (const id of of.postIds) {
    const post = posts.find((candidate) => candidate.id === id);
    const targets = actions.filter((action) => action.post_id === id && action.kind === 'publish');
    const published = targets.filter(({ status }) => status === 'published').length;
    const status = published === targets.length ? 'published' : published > 0 ? 'partial' : 'failed';
    expect(post?.status === status, `the post is ${post?.status}, its targets say ${status}`);
    expect(post?.is_charged === false, 'the charge of the post is still open');
    const ends = events
      .filter(({ type, resource_id }) => resource_id === id && TERMINAL.includes(type))
      .map(({ type }) => type);
    expect(ends.join() === `post.${status}`, `the events of a ${status} post are ${ends.join(', ') || 'none'}`);
    const unconfirmed = targets.filter((target) => target.status === 'unconfirmed').length;
    const told = events.filter(({ type, resource_id }) => resource_id === id && type === 'post.unconfirmed').length;
    expect(told === unconfirmed, `${told} post.unconfirmed for ${unconfirmed} targets`);
    const isThrottled = targets.some(({ error }) => error?.code === 'platform_rate_limit');
    if (isThrottled && published + unconfirmed === 0) refunds += 1;
  }
  const replies = actions.filter(({ kind }) => kind === 'reply');
  const givenBack = replies.filter(({ error }) => error?.code === 'platform_rate_limit').length;
  expect(
    tenant.posts_used === of.postIds.length - refunds,
    `${tenant.posts_used} posts charged, ${refunds} to give back`,
  );
  expect(tenant.interactions_used === replies.length - givenBack, `${tenant.interactions_used} interactions charged`);
  expect(events.length === tenant.seq && events.every(({ seq }, index) => seq === index + 1), 'the event log has gaps');
  if (
    of.scenario.work === 'remove' &&
    actions.some(({ kind, status }) => kind === 'remove' && status === 'published')
  ) {
    expect(
      posts.length === 0 && events.map(({ type }) => type).join() === 'post.deleted',
      'the removed post is not gone',
    );
  }
  for (const action of actions) {
    const walked = steps.filter(({ action_id: id }) => id === action.id).map(({ state }) => state);
    const end = action.status === 'failed' ? 'rejected' : action.status;
    if (!of.placedIds.has(action.id))
      expect(
        walked.filter((state) => ENDS.includes(state)).join() === end,
        `the journal of a ${action.status} ${action.kind} is ${walked.join(' → ')}`,
      );
  }
  expect(
    actions.every(({ status }) => status !== 'publishing' && status !== 'pending'),
    'an action never ended',
  );
  return [...broken, ...brokenExtras(actions)];
}

const TERMINAL = ['post.published', 'post.partial', 'post.failed'];
const ENDS = ['published', 'rejected', 'unconfirmed'];

/** A target must show what became of its thread and its first comment. */
function brokenExtras(actions: readonly ActionRow[]): string[] {
  return actions.flatMap((action) => {
    const target = actions.find(({ id }) => id === action.parent_id);
    if (target === undefined) return [];
    const { metadata } = target;
    if (action.kind === 'first_comment') {
      const isShown =
        action.status === 'published'
          ? metadata.first_comment_id === action.platform_id
          : 'first_comment_error' in metadata;
      return isShown ? [] : ['the target does not show its first comment'];
    }
    if (action.kind !== 'segment') return [];
    const ids = (metadata.thread_post_ids as string[] | undefined) ?? [];
    const index = action.input.index ?? 0;
    const isShown =
      action.status === 'published' ? ids[index] === action.platform_id : metadata.thread_failed_at_index === index;
    return isShown ? [] : ['the target does not show its thread'];
  });
}
