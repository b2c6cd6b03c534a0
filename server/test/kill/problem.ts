import type { ActionRow } from './actions.ts';

/** A problem with one action, one item on a platform or one create. */
export interface Problem {
  readonly what: 'lost' | 'duplicated' | 'wrong' | 'failed' | 'unconfirmed' | 'create' | 'books';
  readonly words: string;
  readonly account?: string;
  readonly actions: readonly ActionRow[];
}

export function problem(what: Problem['what'], words: string, actions: readonly ActionRow[]): Problem {
  return { what, words, actions };
}
