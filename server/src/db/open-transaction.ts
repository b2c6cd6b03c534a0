import type pg from 'pg';
import type { Transaction } from '../core/context.ts';
import { flush, type Statement } from './flush.ts';
import { type Deferred, type Query, type Runner, toStatement } from './query.ts';
import { flushInScope, type Scope } from './scope.ts';

const begin: Statement = { name: 'begin', text: 'begin', values: [], isSilent: true };
const commit: Statement = { name: 'commit', text: 'commit', values: [], isSilent: true };
const rollback: Statement = { name: 'rollback', text: 'rollback', values: [], isSilent: true };

interface DeferredStatement {
  readonly statement: Statement;
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A transaction on one connection. It begins with its first statement, in the same flush. */
export class OpenTransaction implements Transaction {
  readonly #client: pg.ClientBase;
  readonly #scope: Scope;
  #hasBegun = false;
  #deferred: DeferredStatement[] = [];
  readonly #told: (() => void)[] = [];

  constructor(client: pg.ClientBase, scope: Scope) {
    this.#client = client;
    this.#scope = scope;
  }

  async run<Row>(query: Query<Row>): Promise<Row[]> {
    return (await this.#send([toStatement(query)]))[0] as Row[];
  }

  async first<Row>(query: Query<Row>): Promise<Row | undefined> {
    return (await this.run(query))[0];
  }

  defer<T>(work: (runner: Runner) => Promise<T>): Deferred<T> {
    let isOpen = true;
    const run: Runner['run'] = (query) =>
      new Promise((resolve, reject) => {
        // A statement that waited for rows would come after the commit.
        if (!isOpen) return reject(new Error('Deferred statements cannot depend on each other.'));
        this.#deferred.push({
          statement: toStatement(query),
          resolve: resolve as DeferredStatement['resolve'],
          reject,
        });
      });
    const result = work({ run, first: async (query) => (await run(query))[0] });
    isOpen = false;
    // Without a handler, the commit reports the fault.
    result.catch(() => {});
    return { result };
  }

  async flush(): Promise<void> {
    if (this.#deferred.length > 0) await this.#send([]);
  }

  async commit(): Promise<void> {
    if (this.#hasBegun) await this.#send([commit]);
    else if (this.#deferred.length > 0) await this.#sendAll();
    for (const told of this.#told) told();
  }

  afterCommit(told: () => void): void {
    this.#told.push(told);
  }

  async rollBack(): Promise<void> {
    for (const { reject } of this.#takeDeferred()) reject(new Error('The transaction was rolled back.'));
    if (this.#hasBegun) await flush(this.#client, [rollback]);
  }

  /** Sends the deferred statements, then these, in one flush. Returns the rows of these. */
  #send(statements: readonly Statement[]): Promise<unknown[][]> {
    const opening = this.#hasBegun ? undefined : [begin];
    this.#hasBegun = true;
    return this.#flush(opening, statements);
  }

  /** Sends the whole transaction: a single flush needs no `begin` and `commit`. */
  #sendAll(): Promise<unknown[][]> {
    return this.#flush([], []);
  }

  /** `opening`: the statements before the scope; absent in a transaction that has begun. */
  async #flush(opening: readonly Statement[] | undefined, statements: readonly Statement[]): Promise<unknown[][]> {
    const deferred = this.#takeDeferred();
    try {
      const all = [...deferred.map(({ statement }) => statement), ...statements];
      const rows = await (opening === undefined
        ? flush(this.#client, all)
        : flushInScope(this.#client, this.#scope, all, opening));
      for (const [index, { resolve }] of deferred.entries()) resolve(rows[index] ?? []);
      return rows.slice(deferred.length);
    } catch (error) {
      for (const { reject } of deferred) reject(error);
      throw error;
    }
  }

  #takeDeferred(): DeferredStatement[] {
    const deferred = this.#deferred;
    this.#deferred = [];
    return deferred;
  }
}
