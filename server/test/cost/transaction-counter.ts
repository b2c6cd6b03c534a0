import { watchMessages } from '../database/statement-counter.ts';

/** A transaction as a client sent it: the texts of its statements, with those that begin and end it. */
export type SentTransaction = readonly string[];

/** A way to the database on which the transactions are noted in the order of their ends. */
export interface TransactionCounter {
  readonly before: (url: string) => Promise<string>;
  readonly sent: SentTransaction[];
  readonly close: () => void;
}

/** A transaction ends with its `commit` or `rollback`. Without a `begin` it ends with its flush. */
export function countTransactions(): TransactionCounter {
  const sent: SentTransaction[] = [];
  const watched = watchMessages(() => {
    const texts = new Map<string, string>();
    let statements: string[] = [];
    return (type, body) => {
      const [first = '', second = ''] = body.toString('latin1').split('\0', 2);
      if (type === 'P') texts.set(first, second);
      if (type === 'B') statements.push(texts.get(second) ?? '');
      if (type !== 'S' || statements.length === 0) return;
      if (statements.includes('begin') && !/^(commit|rollback)$/.test(statements.at(-1) ?? '')) return;
      sent.push(statements);
      statements = [];
    };
  });
  return { ...watched, sent };
}
