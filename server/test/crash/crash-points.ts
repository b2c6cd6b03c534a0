import { ApiError } from '../../src/core/errors.ts';
import type { PlatformHttp } from '../../src/core/session.ts';
import type { Batcher } from '../../src/db/batcher.ts';
import type { TenantDatabase, Transaction } from '../../src/db/database.ts';
import { type Query, type Runner, toStatement } from '../../src/db/query.ts';

/** A point where a process can die: between any two calls to the database or to the platform. */
export type Point =
  | { readonly at: 'claimed' | 'before begin' | 'before commit' | 'after commit' }
  | { readonly at: 'before' | 'after' | 'in transaction, before'; readonly query: Query<unknown> }
  | { readonly at: 'before' | 'after'; readonly statement: string }
  | { readonly at: 'before call' | 'after call'; readonly url: string };

/** The part of a point that a trace keeps. */
export type Passed = { readonly at: Point['at']; readonly url?: string };

/** A failure in a run: at which point, counted from the failure before it, and of which kind. */
export interface Cut {
  readonly point: number;
  /** The process dies, or it lives and loses the connection to the database. */
  readonly how: 'dies' | 'loses';
}

/** `12` is a death at the twelfth point, `12~` a lost database. */
export function cutName({ point, how }: Cut): string {
  return how === 'dies' ? String(point) : `${point}~`;
}

export function toCut(name: string): Cut {
  return { point: Number.parseInt(name, 10), how: name.endsWith('~') ? 'loses' : 'dies' };
}

/** Counts the points that a case passes and says what happens at each. */
export class CrashPlan {
  readonly cuts: readonly Cut[];
  /** The points passed since the last cut. */
  passed = 0;
  reached = 0;
  readonly #trace: Passed[] = [];
  readonly #cutAt: string[] = [];

  constructor(cuts: readonly Cut[]) {
    this.cuts = cuts;
  }

  at(point: Point): Cut['how'] | undefined {
    this.passed += 1;
    // Statements are large, and the traces of thousands of cases are kept.
    this.#trace.push('url' in point ? point : { at: point.at });
    const cut = this.cuts[this.reached];
    if (cut?.point !== this.passed) return undefined;
    this.reached += 1;
    this.passed = 0;
    this.#cutAt.push(`${cut.how === 'dies' ? 'the process dies' : 'the database is lost'} ${describe(point)}`);
    return cut.how;
  }

  /** The numbers of the points since the last cut that the condition holds for. */
  points(is: (point: Passed) => boolean): number[] {
    const last = this.#trace.slice(this.#trace.length - this.passed);
    return last.flatMap((point, index) => (is(point) ? [index + 1] : []));
  }

  places(): readonly string[] {
    return this.#cutAt;
  }
}

/** Points at which something happened since the point before: a crash anywhere else leaves the same behind as at these. */
export function isAfterChange({ at }: Passed): boolean {
  return at === 'claimed' || at.startsWith('after');
}

/** Points at which the connection to the database can be lost. */
export function isOnDatabase(point: Passed): boolean {
  return point.at !== 'claimed' && !('url' in point);
}

/** One claim of one action. When it dies, its awaits never return: nothing can catch a death and write. */
export class Life {
  readonly #plan: CrashPlan;
  readonly #died: Promise<never>;
  readonly #leftovers: Promise<unknown>[] = [];
  isDead = false;
  die!: () => void;
  readonly death: Promise<void>;

  constructor(plan: CrashPlan) {
    this.#plan = plan;
    this.death = new Promise((resolve) => {
      this.die = resolve;
    });
    this.#died = this.death.then(() => Promise.reject(new Death()));
    this.#died.catch(() => {});
  }

  /** Passes a point, throws as a lost database does, or never returns. */
  async pass(point: Point): Promise<void> {
    if (this.isDead) return never();
    const what = this.#plan.at(point);
    if (what === undefined) return;
    if (what === 'loses') throw new ApiError('unavailable', LOST);
    this.isDead = true;
    this.die();
    return never();
  }

  /** Waits until the database has ended the transactions of a dead process. */
  async bury(): Promise<void> {
    await Promise.all(this.#leftovers);
  }

  database(db: TenantDatabase): TenantDatabase {
    const run: TenantDatabase['run'] = async (query) => {
      await this.pass({ at: 'before', query });
      const rows = await db.run(query);
      await this.pass({ at: 'after', query });
      return rows;
    };
    return {
      run,
      first: async (query) => (await run(query))[0],
      transaction: (work) => this.#transaction(db, work),
    };
  }

  batcher(batcher: Batcher, system: TenantDatabase): Batcher {
    return {
      // Shared with other lives: it is one statement, so this life dies before or after it.
      statement: async (owner, statement, item) => {
        await this.pass({ at: 'before', statement: statement.name });
        const result = await batcher.statement(owner, statement, item);
        await this.pass({ at: 'after', statement: statement.name });
        return result;
      },
      // Each life has a transaction of its own, because it may die in the middle.
      transaction: async (_owner, _key, work, item) => {
        const { result } = await this.#transaction(system, (tx) => work(tx, [item]));
        return (await result)[0] as never;
      },
    };
  }

  async #transaction<T>(db: TenantDatabase, work: (tx: Transaction) => Promise<T>): Promise<T> {
    await this.pass({ at: 'before begin' });
    const ended = db.transaction((tx) => Promise.race([this.#inside(tx, work), this.#died]));
    this.#leftovers.push(ended.catch(() => {}));
    const result = await ended.catch((error) => (error instanceof Death ? never<never>() : Promise.reject(error)));
    await this.pass({ at: 'after commit' });
    return result;
  }

  async #inside<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const run: Runner['run'] = async (query) => {
      await this.pass({ at: 'in transaction, before', query });
      return tx.run(query);
    };
    const first: Runner['first'] = async (query) => (await run(query))[0];
    const rest: Omit<Transaction, keyof Runner> = {
      defer: (wait) => tx.defer(wait),
      flush: () => tx.flush(),
      afterCommit: (told) => tx.afterCommit(told),
    };
    const result = await work({ run, first, ...rest });
    await this.pass({ at: 'before commit' });
    return result;
  }

  http(http: PlatformHttp): PlatformHttp {
    return {
      send: async (request) => {
        await this.pass({ at: 'before call', url: request.url });
        const response = await http.send(request).catch(async (error) => {
          await this.pass({ at: 'after call', url: request.url });
          throw error;
        });
        await this.pass({ at: 'after call', url: request.url });
        return response;
      },
    };
  }
}

/** The error that the pipeline gets when the connection to the database is lost. */
export const LOST = 'The connection to the database is lost.';

/** Ends a transaction from the side of the database; the pipeline never sees it. */
class Death extends Error {}

function never<T>(): Promise<T> {
  return new Promise(() => {});
}

function describe(point: Point): string {
  if ('url' in point) return `${point.at} ${point.url.split('/').at(-1)}`;
  if ('statement' in point) return `${point.at} ${point.statement}`;
  if ('query' in point) return `${point.at} ${gist(toStatement(point.query).text)}`;
  return point.at;
}

/** A short description of a statement. */
function gist(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const verbs = flat.match(/\b(?:insert into|update|delete from) \w+|for update/g);
  return verbs === null ? flat.slice(0, 60) : [...new Set(verbs)].join(' + ');
}
