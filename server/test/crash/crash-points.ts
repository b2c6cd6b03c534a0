import type { PlatformHttp } from '../../src/core/connector.ts';
import type { TenantDatabase } from '../../src/db/database.ts';
import { type Query, type Runner, toStatement } from '../../src/db/query.ts';

/** Where a process can die: between any two things that it does to the database or to the platform. */
export type Point =
  | { readonly at: 'claimed' | 'before begin' | 'before commit' | 'after commit' }
  | { readonly at: 'before' | 'after' | 'in transaction, before'; readonly query: Query<unknown> }
  | { readonly at: 'before call' | 'after call'; readonly url: string };

/** Counts the points that a case passes and says at which of them the process dies. */
export class CrashPlan {
  /** Points to die at; each counts from the crash before it. */
  readonly crashes: readonly number[];
  /** The points passed since the last crash. */
  passed = 0;
  reached = 0;
  readonly #trace: Point[] = [];
  readonly #diedAt: Point[] = [];

  constructor(crashes: readonly number[]) {
    this.crashes = crashes;
  }

  /** Whether the process dies here. */
  diesAt(point: Point): boolean {
    this.passed += 1;
    this.#trace.push(point);
    if (this.crashes[this.reached] !== this.passed) return false;
    this.reached += 1;
    this.passed = 0;
    this.#diedAt.push(point);
    return true;
  }

  /** The numbers, counted from the last crash, of points after which something else is committed than before. */
  distinctPoints(): number[] {
    const last = this.#trace.slice(this.#trace.length - this.passed);
    // All crashes inside one transaction leave the same behind: the last one stands for them.
    return last.flatMap(({ at }, index) =>
      at === 'in transaction, before' || at === 'before begin' ? [] : [index + 1],
    );
  }

  deaths(): string[] {
    return this.#diedAt.map(describe);
  }
}

/** One pick-up of one action. When it dies, its awaits never return: nothing can catch a death and write. */
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

  /** Passes a point, or never returns. */
  async pass(point: Point): Promise<void> {
    if (this.isDead) return never();
    if (!this.#plan.diesAt(point)) return;
    this.isDead = true;
    this.die();
    return never();
  }

  /** What the database does by itself once the connection of a dead process is gone. */
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
      transaction: async (work) => {
        await this.pass({ at: 'before begin' });
        const ended = db.transaction((tx) => Promise.race([this.#inside(tx, work), this.#died]));
        this.#leftovers.push(ended.catch(() => {}));
        const result = await ended.catch((error) => (error instanceof Death ? never<never>() : Promise.reject(error)));
        await this.pass({ at: 'after commit' });
        return result;
      },
    };
  }

  async #inside<T>(tx: Runner, work: (tx: Runner) => Promise<T>): Promise<T> {
    const run: Runner['run'] = async (query) => {
      await this.pass({ at: 'in transaction, before', query });
      return tx.run(query);
    };
    const result = await work({ run, first: async (query) => (await run(query))[0] });
    await this.pass({ at: 'before commit' });
    return result;
  }

  http(http: PlatformHttp): PlatformHttp {
    return {
      send: async (request) => {
        await this.pass({ at: 'before call', url: request.url });
        const answer = await http.send(request).catch(async (error) => {
          await this.pass({ at: 'after call', url: request.url });
          throw error;
        });
        await this.pass({ at: 'after call', url: request.url });
        return answer;
      },
    };
  }
}

/** Ends a transaction from the side of the database; the pipeline never sees it. */
class Death extends Error {}

function never<T>(): Promise<T> {
  return new Promise(() => {});
}

function describe(point: Point): string {
  if ('url' in point) return `${point.at} ${point.url.split('/').at(-1)}`;
  if ('query' in point) return `${point.at} ${gist(toStatement(point.query).text)}`;
  return point.at;
}

/** What a statement does, in a few words. */
function gist(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const verbs = flat.match(/\b(?:insert into|update|delete from) \w+|for update/g);
  return verbs === null ? flat.slice(0, 60) : [...new Set(verbs)].join(' + ');
}
