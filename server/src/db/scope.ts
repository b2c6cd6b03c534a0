import type pg from 'pg';
import { flush, type Statement } from './flush.ts';

/** What a transaction starts with: the role, and what holds for it. */
export interface Scope {
  /** Read at each start, because a seal changes with the key of the database. */
  readonly statement: () => Statement;
  /** Gets the current key. Called when the server rejects the seal. */
  readonly renew: () => Promise<void>;
}

const rollback: Statement = { name: 'rollback', text: 'rollback', values: [], isSilent: true };

/** The SQL function `enter_tenant` aborts with this code when the seal was made with a key that was replaced. */
const SEAL_REFUSED = 'HB002';

/** Sends the scope, then the statements, in one flush. `opening` comes before the scope. Returns the statements' rows. */
export async function flushInScope(
  client: pg.ClientBase,
  scope: Scope,
  statements: readonly Statement[],
  opening: readonly Statement[] = [],
): Promise<unknown[][]> {
  const send = async () =>
    (await flush(client, [...opening, scope.statement(), ...statements])).slice(opening.length + 1);
  try {
    return await send();
  } catch (error) {
    if ((error as { code?: string }).code !== SEAL_REFUSED) throw error;
    // No statement ran.
    await flush(client, [rollback]);
    await scope.renew();
    return send();
  }
}
