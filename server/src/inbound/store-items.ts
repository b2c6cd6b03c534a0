import { commentsOf, type InboundItem } from '../core/connector.ts';
import type { Runner } from '../db/query.ts';
import { type CommentedAccount, storeComments } from '../features/comments/index.ts';

/** Writes inbound items to the account's inbox. Only comments are stored so far. */
export async function storeItems(tx: Runner, account: CommentedAccount, items: readonly InboundItem[]): Promise<void> {
  const comments = commentsOf(items);
  if (comments.length > 0) await storeComments(tx, account, comments);
}
