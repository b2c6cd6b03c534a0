import { commentsOf, type InboundItem } from '../../core/connector.ts';
import type { Runner } from '../../db/query.ts';
import { type CommentedAccount, storeComments } from '../comments/index.ts';

/** Writes what came in to the inbox of its account: comments so far. */
export async function storeItems(tx: Runner, account: CommentedAccount, items: readonly InboundItem[]): Promise<void> {
  const comments = commentsOf(items);
  if (comments.length > 0) await storeComments(tx, account, comments);
}
