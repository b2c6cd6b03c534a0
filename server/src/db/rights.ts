import type pg from 'pg';

/** A right that the owner of the database lacks. The message is one line: the right and the remedy. */
export class MissingRightError extends Error {
  override readonly name = 'MissingRightError';
}

const REMEDY =
  'Run: npm run hubbub -- database prepare --admin-url postgres://…; docs/database.md shows the same as SQL.';

/** PostgreSQL's messages for missing rights, and the end of a sentence whose subject is the role. */
const RIGHTS: readonly (readonly [message: RegExp, right: string])[] = [
  [/(create|drop) role|create roles/, 'may not create roles'],
  [/alter role|^permission denied$/, 'may not change roles'],
  [/grant role "?([\w]+)|admin option (?:on|for) role "?([\w]+)/, 'may not give the role $1 to others'],
  [/for schema "?(\w+)/, 'may not create anything in the schema $1'],
  [/owner of (?:table|relation|index|sequence) "?(\w+)/, 'does not own the table $1'],
  [/owner of (\w+ "?\w+)/, 'does not own the $1'],
  [/for (?:table|relation|sequence) "?(\w+)/, 'may not read or change the table $1'],
  [/set role "?(\w+)/, 'may not act as the role $1'],
];

/** Runs the work. A right that it lacks becomes MissingRightError, which names the role, the right and the remedy. */
export async function namingRights<T>(client: pg.Client, work: () => Promise<T>, remedy = REMEDY): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!lacksRight(error)) throw error;
    const { message } = error;
    throw new MissingRightError(`the role ${client.user} ${rightOf(message)} (${message}). ${remedy}`, {
      cause: error,
    });
  }
}

/** Whether PostgreSQL rejected a statement for a missing right. */
export function lacksRight(error: unknown): error is pg.DatabaseError {
  return /^42501$/.test((error as pg.DatabaseError).code ?? '');
}

function rightOf(message: string): string {
  for (const [pattern, right] of RIGHTS) {
    const found = pattern.exec(message);
    if (found !== null) return right.replace('$1', found.slice(1).find((name) => name !== undefined) ?? '');
  }
  return 'lacks a right';
}
