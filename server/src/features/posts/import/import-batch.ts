import type { Context, Transaction } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import type { Platform } from '../../core/platforms.ts';
import type { AccountRow } from '../accounts/index.ts';
import { record } from '../events/index.ts';
import { usage } from '../usage/index.ts';
import { type Showing, showingOf, showsFiles } from './ask-for-copies.ts';
import { type Scheduled, scheduledEvent, toNewPost } from './compose-post.ts';
import type { CsvRow } from './csv-rows.ts';
import type { Layout } from './import-columns.ts';
import * as imports from './import-posts.repository.ts';
import { type PostInput, type RowError, toPostInput, toRowError } from './import-row.ts';
import type { NewPost } from './new-post.repository.ts';
import { reachableAccounts, withAll } from './resolve-content.ts';

const EVENTS_AT_ONCE = 500;

/** What an import has made so far. */
export interface Imported {
  readonly postIds: string[];
  readonly scheduled: Scheduled[];
  readonly errors: RowError[];
  /** Posts with files, each way to show them once. */
  readonly showing: Map<string, Showing>;
}

/** One import within its transaction: batches of rows, then once what others wait for. */
export function createImport(ctx: Context, tx: Transaction) {
  const done: Imported = { postIds: [], scheduled: [], errors: [], showing: new Map() };
  const accountsById = new Map<string, AccountRow>();
  const rowByFingerprint = new Map<string, number>();
  const dueByAccount = new Map<string, Date>();
  const toLight = lightTargets();

  /** What the work gives, or undefined and an error of the row. */
  async function attempt<T>(row: number, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      done.errors.push(toRowError(error, row));
      return undefined;
    }
  }

  /** One look for all accounts that are new in a batch. */
  async function lookUp(inputs: readonly PostInput[]): Promise<void> {
    const ids = inputs.flatMap(({ targets }) => (targets ?? []).map((target) => target.account_id));
    const unseen = [...new Set(ids)].filter((id) => !accountsById.has(id));
    for (const account of await reachableAccounts(ctx, tx, unseen)) accountsById.set(account.id, account);
  }

  /** A row has one board for all its accounts: it is meant for those that have boards, where there are any. */
  function withBoards(input: PostInput): PostInput {
    const hasBoards = ({ account_id }: { account_id: string }) =>
      ctx.connectors[accountsById.get(account_id)?.platform as Platform]?.destinations === 'boards';
    if (input.targets?.some(hasBoards) !== true) return input;
    const targets = input.targets.map(({ board_id, ...target }) =>
      board_id === undefined || !hasBoards(target) ? target : { ...target, board_id },
    );
    return { ...input, targets };
  }

  async function compose(input: PostInput, row: number): Promise<NewPost> {
    const post = await toNewPost(ctx, withBoards(input), async (_, ids) => withAll(accountsById, ids));
    const print = post.fingerprint?.toString('base64');
    if (print === undefined) return post;
    const earlier = rowByFingerprint.get(print);
    if (earlier !== undefined) throw duplicate(`stand in row ${earlier} already`);
    rowByFingerprint.set(print, row);
    return post;
  }

  function remember(post: NewPost): void {
    done.postIds.push(post.id);
    const { id, schedule, timezone, targets } = post;
    if (schedule === null) return;
    rememberFiles(done.showing, showingOf(post));
    done.scheduled.push({ id, schedule, timezone, targets: targets.map(toLight) });
    for (const target of targets) {
      const due = target.schedule?.at ?? schedule.at;
      const first = dueByAccount.get(target.accountId);
      if (first === undefined || due < first) dueByAccount.set(target.accountId, due);
    }
  }

  return {
    done,

    /** Makes posts of rows, each whole or not at all. */
    async add(rows: readonly CsvRow[], layout: Layout): Promise<void> {
      const inputs = new Map<number, PostInput>();
      for (const { row, cells } of rows) {
        const input = await attempt(row, () => toPostInput(cells, layout));
        if (input !== undefined) inputs.set(row, input);
      }
      await lookUp([...inputs.values()]);
      const composed = new Map<number, NewPost>();
      for (const [row, input] of inputs) {
        const post = await attempt(row, () => compose(input, row));
        if (post !== undefined) composed.set(row, post);
      }
      if (composed.size === 0) return;
      const written = await imports.insertBatch(tx, ctx.tenant, [...composed.values()]);
      for (const [row, post] of composed) {
        if (written.has(post.id)) remember(post);
        else done.errors.push(toRowError(duplicate('were posted within the last two minutes'), row));
      }
    },

    /** The queues, the charge, the events: they lock what others wait for, so they come last and at once. */
    async finish(): Promise<void> {
      const { tenant } = ctx;
      done.errors.sort((a, b) => a.row - b.row);
      if (done.scheduled.length === 0) return;
      await imports.queue(tx, tenant.id, dueByAccount);
      await usage.take(tx, tenant, 'post', done.scheduled.length);
      for (let start = 0; start < done.scheduled.length; start += EVENTS_AT_ONCE)
        await record(tx, tenant.id, done.scheduled.slice(start, start + EVENTS_AT_ONCE).map(scheduledEvent));
    },
  };
}

function rememberFiles(known: Imported['showing'], post: Showing): void {
  if (!showsFiles(post)) return;
  const { media, segments, platformData, dueAt } = post;
  const targets = post.targets.map(({ platform, input }) => ({
    platform,
    input: {
      ...(input.media && { media: input.media }),
      ...(input.platform_data && { platform_data: input.platform_data }),
    },
  }));
  const light = {
    media,
    segments: (segments ?? []).map((segment) => ({ text: '', media: segment.media })),
    platformData,
    targets,
  };
  const key = JSON.stringify(light);
  const earlier = known.get(key)?.dueAt;
  if (!known.has(key) || (dueAt !== null && earlier != null && dueAt < earlier)) known.set(key, { ...light, dueAt });
}

/** Keeps one object for each account instead of one for each target. */
function lightTargets() {
  type Light = Scheduled['targets'][number];
  const known = new Map<string, Light>();
  return ({ accountId, platform }: Light): Light => {
    const light = known.get(accountId) ?? { accountId, platform };
    known.set(accountId, light);
    return light;
  };
}

function duplicate(what: string): ApiError {
  return new ApiError(
    'conflict',
    `The same text, media, time and accounts ${what}. Send an Idempotency-Key when this is meant.`,
    { field: 'text' },
    'resource.conflict',
  );
}
