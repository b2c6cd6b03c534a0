import type { Context, Transaction } from '../../core/context.ts';
import { ApiError, invalid } from '../../core/errors.ts';
import type { AccountRow } from '../accounts/index.ts';
import { record } from '../events/index.ts';
import { usage } from '../usage/index.ts';
import { type Scheduled, scheduledEvent, toNewPost } from './compose-post.ts';
import type { CsvRow } from './csv-rows.ts';
import type { Layout } from './import-columns.ts';
import * as imports from './import-posts.repository.ts';
import { type PostInput, type RowError, toPostInput, toRowError } from './import-row.ts';
import type { NewPost } from './post.repository.ts';
import { reachableAccounts, withAll } from './resolve-content.ts';

const EVENTS_AT_ONCE = 500;

/** What an import has done so far. */
export class Import {
  readonly #ctx: Context;
  readonly #tx: Transaction;
  readonly #accounts = new Map<string, AccountRow>();
  readonly #unknownIds = new Set<string>();
  readonly #rowByFingerprint = new Map<string, number>();
  readonly #dueByAccount = new Map<string, Date>();
  readonly #targets = new Map<string, Scheduled['targets'][number]>();
  readonly scheduled: Scheduled[] = [];
  readonly postIds: string[] = [];
  readonly errors: RowError[] = [];

  constructor(ctx: Context, tx: Transaction) {
    this.#ctx = ctx;
    this.#tx = tx;
  }

  /** Makes posts of rows, each whole or not at all. */
  async add(rows: readonly CsvRow[], layout: Layout): Promise<void> {
    const inputs = this.#read(rows, layout);
    await this.#lookUp(inputs.flatMap(({ input }) => (input.targets ?? []).map((target) => target.account_id)));
    const composed: { row: number; post: NewPost }[] = [];
    for (const { row, input } of inputs) {
      const post = await this.#try(row, async () => this.#onlyOnce(row, await this.#compose(input)));
      if (post !== undefined) composed.push({ row, post });
    }
    if (composed.length === 0) return;
    const written = await imports.insertBatch(
      this.#tx,
      this.#ctx.tenant,
      composed.map(({ post }) => post),
    );
    for (const { row, post } of composed) {
      if (written.has(post.id)) this.#remember(post);
      else this.errors.push(toRowError(duplicate('was posted within the last two minutes'), row));
    }
  }

  /** What locks rows that others wait for comes last and once: the queues, the charge, the events. */
  async finish(): Promise<void> {
    const { tenant } = this.#ctx;
    this.errors.sort((a, b) => a.row - b.row);
    if (this.scheduled.length === 0) return;
    await imports.queue(this.#tx, tenant.id, this.#dueByAccount);
    await usage.take(this.#tx, tenant, 'post', this.scheduled.length);
    for (let start = 0; start < this.scheduled.length; start += EVENTS_AT_ONCE) {
      await record(this.#tx, tenant.id, this.scheduled.slice(start, start + EVENTS_AT_ONCE).map(scheduledEvent));
    }
  }

  #read(rows: readonly CsvRow[], layout: Layout): { row: number; input: PostInput }[] {
    return rows.flatMap(({ row, cells }) => {
      try {
        return [{ row, input: toPostInput(cells, layout) }];
      } catch (error) {
        this.errors.push(toRowError(error, row));
        return [];
      }
    });
  }

  /** One look for all accounts that are new in these rows. */
  async #lookUp(ids: readonly string[]): Promise<void> {
    const unseen = [...new Set(ids)].filter((id) => !this.#accounts.has(id) && !this.#unknownIds.has(id));
    if (unseen.length === 0) return;
    for (const account of await reachableAccounts(this.#ctx, this.#tx, unseen)) this.#accounts.set(account.id, account);
    for (const id of unseen) if (!this.#accounts.has(id)) this.#unknownIds.add(id);
  }

  async #compose(input: PostInput): Promise<NewPost> {
    return toNewPost(this.#ctx, input, async (_ctx, ids) => withAll(this.#accounts, ids));
  }

  async #try<T>(row: number, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.errors.push(toRowError(error, row));
      return undefined;
    }
  }

  #onlyOnce(row: number, post: NewPost): NewPost {
    if (post.fingerprint === null) return post;
    const print = post.fingerprint.toString('base64');
    const earlier = this.#rowByFingerprint.get(print);
    if (earlier !== undefined) throw duplicate(`stands in row ${earlier} already`);
    this.#rowByFingerprint.set(print, row);
    return post;
  }

  #remember(post: NewPost): void {
    this.postIds.push(post.id);
    if (post.schedule === null) return;
    // A plan that is used up need not be filled any further: the charge would be refused.
    const max = this.#ctx.tenant.plan.postsPerPeriodMax;
    for (const { accountId, schedule } of post.targets) {
      const due = schedule?.at ?? post.schedule.at;
      const first = this.#dueByAccount.get(accountId);
      if (first === undefined || due < first) this.#dueByAccount.set(accountId, due);
    }
    const { id, schedule, timezone } = post;
    this.scheduled.push({ id, schedule, timezone, targets: post.targets.map((target) => this.#light(target)) });
    if (max !== -1 && this.scheduled.length > max) throw invalid('file', '');
  }

  /** One object for each account instead of one for each target. */
  #light({ accountId, platform }: Scheduled['targets'][number]): Scheduled['targets'][number] {
    const known = this.#targets.get(accountId);
    if (known !== undefined) return known;
    const target = { accountId, platform };
    this.#targets.set(accountId, target);
    return target;
  }
}

function duplicate(what: string): ApiError {
  return new ApiError(
    'conflict',
    `The same text, media, time and accounts ${what}. Send an Idempotency-Key when this is meant.`,
    { field: 'text' },
    'resource.conflict',
  );
}
