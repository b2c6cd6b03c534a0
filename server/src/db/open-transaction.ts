import type pg from 'pg';
import type { Transaction } from '../core/context.ts';
import { flush, type Statement } from './flush.ts';
import { type Later, type Query, type Runner, toStatement } from './query.ts';

const begin: Statement = { name: 'begin', text: 'begin', values: [], isSilent: true };
const commit: Statement = { name: 'commit', text: 'commit', values: [], isSilent: true };
const rollback: Statement = { name: 'rollback', text: 'rollback', values: [], isSilent: true };

interface Waiting {
  readonly statement: Statement;
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A transaction on one connection: it begins with its first statement, in the same flush. */
export class OpenTransaction implements Transaction {
  readonly #client: pg.ClientBase;
  readonly #scope: Statement;
  #hasBegun = false;
  #waiting: Waiting[] = [];

  constructor(client: pg.ClientBase, scope: Statement) {
    this.#client = client;
    this.#scope = scope;
  }

  async run<Row>(query: Query<Row>): Promise<Row[]> {
    return (await this.#send([toStatement(query)]))[0] as Row[];
  }

  async first<Row>(query: Query<Row>): Promise<Row | undefined> {
    return (await this.run(query))[0];
  }

  later<T>(work: (runner: Runner) => Promise<T>): Later<T> {
    let isOpen = true;
    const run: Runner['run'] = (query) =>
      new Promise((resolve, reject) => {
        // What waited for rows would come after the commit.
        if (!isOpen) return reject(new Error('Statements for later cannot depend on each other.'));
        this.#waiting.push({ statement: toStatement(query), resolve: resolve as Waiting['resolve'], reject });
      });
    const result = work({ run, first: async (query) => (await run(query))[0] });
    isOpen = false;
    // Whoever does not wait for it hears of the fault from the commit.
    result.catch(() => {});
    return { result };
  }

  async sendNow(): Promise<void> {
    if (this.#waiting.length > 0) await this.#send([]);
  }

  async commit(): Promise<void> {
    if (this.#hasBegun) await this.#send([commit]);
    else if (this.#waiting.length > 0) await this.#sendAll();
  }

  async rollBack(): Promise<void> {
    this.#take().forEach(({ reject }) => {
      reject(new Error('The transaction was rolled back.'));
    });
    if (this.#hasBegun) await flush(this.#client, [rollback]);
  }

  /** Everything that waits, then these statements, in one flush; the rows of these. */
  #send(statements: readonly Statement[]): Promise<unknown[][]> {
    const opening = this.#hasBegun ? [] : [begin, this.#scope];
    this.#hasBegun = true;
    return this.#flush(opening, statements);
  }

  /** The whole transaction: one flush is one without `begin` and `commit`. */
  #sendAll(): Promise<unknown[][]> {
    return this.#flush([this.#scope], []);
  }

  async #flush(opening: readonly Statement[], statements: readonly Statement[]): Promise<unknown[][]> {
    const waiting = this.#take();
    try {
      const all = [...opening, ...waiting.map(({ statement }) => statement), ...statements];
      const rows = (await flush(this.#client, all)).slice(opening.length);
      for (const [index, { resolve }] of waiting.entries()) resolve(rows[index] ?? []);
      return rows.slice(waiting.length);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
      throw error;
    }
  }

  #take(): Waiting[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}
