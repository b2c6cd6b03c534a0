import type { Context, Transaction } from '../../../core/context.ts';
import { type ApiError, conflict } from '../../../core/errors.ts';
import type { Platform } from '../../../core/platforms.ts';
import { fewGuesses } from '../../../lib/time-zone.ts';
import { record } from '../../events/index.ts';
import { type Hold, hold } from '../../held/index.ts';
import { takeCharge } from '../../outcomes/index.ts';
import { composePost } from '../compose/compose-post.ts';
import { accountsById } from '../compose/find-accounts.ts';
import type { PostInput } from '../compose/named-targets.ts';
import { pausesEvery } from '../compose/pauses.ts';
import { type Showing, showingOf, showsFiles } from '../compose/request-renditions.ts';
import { type AccountDue, queueAccounts } from '../model/account-queue.repository.ts';
import type { NewPost } from '../model/new-post.ts';
import { type ScheduledPost, scheduledEvent } from '../model/scheduled-event.ts';
import type { TargetAccount } from '../model/target-account.repository.ts';
import { waitingIfNeeded } from '../model/waiting.ts';
import type { Layout } from './import-columns.ts';
import * as imports from './import-posts.repository.ts';
import { type RowError, toPostInput, toRowError } from './import-row.ts';
import type { CsvRow } from './parse-csv.ts';

const EVENTS_AT_ONCE = 500;
/** Rows with other unknown zones get no guess. */
const ZONE_GUESSES_MAX = 20;

/** The results of an import so far. */
interface Imported {
  readonly postIds: string[];
  readonly scheduled: ScheduledPost[];
  readonly errors: RowError[];
  readonly held: Hold[];
  /** Posts with files, without repetitions. */
  readonly showing: Map<string, Showing>;
}

/** One import within its transaction. Batches of rows come first; the locks that others wait for come last. */
export function createImport(ctx: Context, tx: Transaction) {
  const done: Imported = { postIds: [], scheduled: [], errors: [], held: [], showing: new Map() };
  const accounts = new Map<string, TargetAccount>();
  const rowByFingerprint = new Map<string, number>();
  const dues = new Map<string, AccountDue>();
  const withoutRepetition = sharedTargets();
  const guessZone = fewGuesses(ZONE_GUESSES_MAX);

  /** The result of the work, or undefined after it added an error of the row. */
  async function attempt<T>(row: number, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      done.errors.push(toRowError(error, row));
      return undefined;
    }
  }

  /** One query for all accounts that are new in a batch. */
  async function lookUp(inputs: readonly PostInput[]): Promise<void> {
    const ids = inputs.flatMap(({ targets }) => (targets ?? []).map((target) => target.account_id));
    const unseen = [...new Set(ids)].filter((id) => !accounts.has(id));
    for (const [id, account] of await accountsById(ctx, tx, unseen)) accounts.set(id, account);
  }

  /** A row has one board for all its accounts. It applies to the accounts that have boards. */
  function withBoards(input: PostInput): PostInput {
    const hasBoards = ({ account_id }: { account_id: string }) =>
      ctx.connectors[accounts.get(account_id)?.platform as Platform]?.destinations === 'boards';
    if (input.targets?.some(hasBoards) !== true) return input;
    const targets = input.targets.map(({ board_id, ...target }) =>
      board_id === undefined || !hasBoards(target) ? target : { ...target, board_id },
    );
    return { ...input, targets };
  }

  async function compose(input: PostInput, row: number): Promise<NewPost> {
    const post = await composePost(ctx, withBoards(input), { accounts: async () => accounts, guessZone });
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
    if (schedule === null || post.held !== undefined) return;
    rememberFiles(done.showing, showingOf(post));
    done.scheduled.push({ id, schedule, timezone, targets: targets.map(withoutRepetition) });
    for (const target of targets) {
      const dueAt = target.schedule?.at ?? schedule.at;
      const earlier = dues.get(target.accountId)?.dueAt;
      if (earlier === undefined || dueAt < earlier) dues.set(target.accountId, { brandId: target.brandId, dueAt });
    }
  }

  return {
    done,

    /** Writes a post for each row that is valid. */
    async add(rows: readonly CsvRow[], layout: Layout): Promise<void> {
      const pause = pausesEvery();
      const inputs = new Map<number, PostInput>();
      for (const { row, cells } of rows) {
        await pause();
        const input = await attempt(row, () => toPostInput(cells, layout));
        if (input !== undefined) inputs.set(row, input);
      }
      await lookUp([...inputs.values()]);
      const composed = new Map<number, NewPost>();
      for (const [row, input] of inputs) {
        await pause();
        const post = await attempt(row, () => compose(input, row));
        if (post !== undefined) composed.set(row, waitingIfNeeded(ctx, post, 'import_posts', input));
      }
      if (composed.size === 0) return;
      const written = await imports.insertBatch(tx, ctx, [...composed.values()]);
      done.held.push(...[...composed.values()].flatMap(({ id, held }) => (held && written.has(id) ? held : [])));
      for (const [row, post] of composed) {
        if (written.has(post.id)) remember(post);
        else done.errors.push(toRowError(duplicate('were posted within the last two minutes'), row));
      }
    },

    /** Queues, charge and events. They lock rows that others wait for, so they come last. */
    async finish(): Promise<void> {
      const { tenant } = ctx;
      done.errors.sort((a, b) => a.row - b.row);
      for (let start = 0; start < done.held.length; start += EVENTS_AT_ONCE)
        await hold(tx, ctx, done.held.slice(start, start + EVENTS_AT_ONCE));
      if (done.scheduled.length === 0) return;
      await queueAccounts(tx, ctx, dues);
      const period = await takeCharge(tx, ctx, 'post', done.scheduled.length);
      await imports.chargeTo(
        tx,
        tenant.id,
        period,
        done.scheduled.map(({ id }) => id),
      );
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

/** Shares one object among the targets of an account, to save memory. */
function sharedTargets() {
  type Light = ScheduledPost['targets'][number];
  const known = new Map<string, Light>();
  return ({ accountId, platform }: Light): Light => {
    const light = known.get(accountId) ?? { accountId, platform };
    known.set(accountId, light);
    return light;
  };
}

function duplicate(what: string): ApiError {
  return conflict(`The same text, media, time and accounts ${what}. Send an Idempotency-Key when this is meant.`, {
    field: 'text',
  });
}
