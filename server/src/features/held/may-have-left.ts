import type { Context } from '../../core/context.ts';
import { conflict } from '../../core/errors.ts';
import type { HeldKind } from '../../core/held.ts';
import * as held from './held.repository.ts';

/** The publication of posts is looked up after a restore; the platforms know who has answered, but not what for. */
const LOOKED_UP: readonly HeldKind[] = ['post', 'retry'];
const SENT_ONCE: readonly HeldKind[] = ['reply', 'private_reply', 'message', 'review_reply', 'mention_reply'];

/**
 * 409 when a restored thing may have left after the backup, by an approval that is not known here. A person looks at the platform
 * and confirms. Changes and removals may be repeated.
 */
export async function assertNotLeft(ctx: Context, row: held.HeldRow): Promise<void> {
  if (row.blocked_by?.code !== held.RESTORED) return;
  const accounts = LOOKED_UP.includes(row.kind)
    ? await held.accountsInDoubt(ctx.db, ctx.tenant.id, row.post_id)
    : SENT_ONCE.includes(row.kind)
      ? row.account_ids
      : [];
  if (accounts.length === 0) return;
  throw conflict(
    'The database was restored, and this may have left after the backup. Look at the platform: reject it, or send confirm: true.',
    { field: 'confirm', resource: 'held', id: row.id, accounts },
    'held.may_have_left',
  );
}
