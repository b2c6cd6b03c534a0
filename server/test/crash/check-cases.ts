import type { Item } from './account-items.ts';
import { bookkeepingErrors } from './bookkeeping.ts';
import { type Case, TEXT } from './case.ts';
import { type ActionRow, type Rows, readRows } from './case-rows.ts';
import { kindOf } from './connectors.ts';
import { inboxErrors } from './inbox-errors.ts';
import type { TestPipeline } from './pipeline.ts';
import { FIRST_COMMENT, SEGMENTS } from './queue-work.ts';

/** The outcome of one case, compared with the items on the platform. */
export interface CaseResult {
  readonly of: Case;
  readonly counts: Readonly<Record<'published' | 'failed' | 'unconfirmed', number>>;
  readonly reasons: readonly string[];
  /** Each as a sentence; all empty when the pipeline keeps its word. */
  readonly lost: readonly string[];
  readonly duplicated: readonly string[];
  readonly broken: readonly string[];
}

/** Judges each of the cases by its rows and its platform. */
export async function checkCases(pipeline: TestPipeline, cases: readonly Case[]): Promise<CaseResult[]> {
  return [...(await readRows(pipeline, cases))].map(([of, rows]) => checkCase(of, rows));
}

/** They make no item of their own. */
const CHANGES = ['remove', 'edit', 'review_reply'];

function checkCase(of: Case, rows: Rows): CaseResult {
  const done = rows.actions.filter(({ id }) => !of.placedIds.has(id));
  const own = done.filter(({ kind }) => !CHANGES.includes(kind));
  const changes = done.filter(({ kind }) => CHANGES.includes(kind));
  const lost: string[] = [];
  const broken = [...of.thrown.map((text) => `the pipeline threw: ${text}`)];
  for (const action of done) lost.push(...wrongEnd(of, action));
  const found = match(of, own);
  lost.push(...found.lost);
  for (const action of changes) lost.push(...wrongChange(of, action));
  broken.push(...bookkeepingErrors(of, rows), ...inboxErrors(rows));
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

/** An outcome that the platform's responses do not explain. */
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
  const isDoubted = of.doubted.has(action.id) || of.accounts.some(({ fake }) => lostResponse(fake.calls));
  if (action.status === 'unconfirmed' && !isDoubted) return [`${action.kind} is unconfirmed without a doubt`];
  return action.status !== 'unconfirmed' && of.doubted.has(action.id)
    ? [`${action.kind} is ${action.status} in doubt`]
    : [];
}

function lostResponse(calls: readonly string[]): boolean {
  return calls.some((call) => /^send .*→ (5\d\d|connection lost|no response)/.test(call));
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
  if (action.kind === 'first_comment') return FIRST_COMMENT;
  if (action.kind === 'segment') return SEGMENTS[action.input.index ?? 0] as string;
  return action.input.text ?? action.input.templateName ?? TEXT;
}

/** A change that is done only in our rows. */
function wrongChange(of: Case, action: ActionRow): string[] {
  const item = of.accounts[0]?.fake.items[0];
  const isDone = action.kind === 'remove' ? item?.isRemoved : item?.text === action.input.text;
  if (action.status === 'published' && !isDone) return [`${action.kind} did not happen`];
  return action.status === 'failed' && isDone ? [`${action.kind} happened and is failed`] : [];
}
