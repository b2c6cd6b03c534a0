import { sql } from 'kysely';
import type { Context, Transaction } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Platform } from '../../core/platforms.ts';
import { assertNotThrottled, throttled, throttledSeconds } from '../accounts/index.ts';
import { actions } from '../actions/index.ts';
import { assertNoIssues } from './check-limits.ts';
import { THROTTLED } from './live-changes.ts';
import type { PostRow, TargetRow } from './post.ts';

const WAIT_MS_MAX = 10_000;
const POLL_MS = 40;

/**
 * Queues the change of text on every live copy. Until a platform has taken it, its copy keeps the text that it shows,
 * as the target's own, and until the first has taken it the post keeps its text too.
 */
export async function queueEdits(
  tx: Transaction,
  ctx: Context,
  post: PostRow,
  live: readonly TargetRow[],
  text: string,
): Promise<string> {
  const batch = newId('act');
  const accountIds = live.map((target) => target.account_id);
  await assertNotThrottled(tx, ctx.tenant.id, accountIds);
  // Before the targets, as whoever settles an earlier change has locked them.
  await tx.run(
    sql`select 1 from accounts where tenant_id = ${ctx.tenant.id} and id = any (${accountIds}) order by id for update`,
  );
  for (const target of [...live].sort((a, b) => (a.account_id < b.account_id ? -1 : 1))) {
    const connector = ctx.connectors[target.platform as Platform];
    const { text: _before, ...own } = target.input;
    if (connector !== undefined) assertNoIssues(connector, { ...post, text }, own, post.targets?.indexOf(target) ?? 0);
    const shown = { text: target.input.text ?? post.text ?? '' };
    await tx.run(sql`update actions set input = ${JSON.stringify(shown)}::jsonb || input, updated_at = now()
      where tenant_id = ${ctx.tenant.id} and id = ${target.id}`);
    await actions.insert(tx, ctx.tenant.id, {
      accountId: target.account_id,
      platform: target.platform,
      kind: 'edit',
      postId: post.id,
      parentId: target.id,
      batch,
      input: { platformId: target.platform_id, text },
    });
  }
  return batch;
}

function isThrottle({ error }: actions.BatchResult): boolean {
  return (error as { code?: string } | null)?.code === THROTTLED;
}

/** Waits for the platforms, at most ten seconds; an error names those that did not take the change. */
export async function waitForEdits(ctx: Context, postId: string, batch: string): Promise<void> {
  const deadline = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const results = await actions.batchResults(ctx.db, ctx.tenant.id, postId, batch);
    const open = results.filter(({ status }) => status === 'publishing');
    const failed = results.filter(({ status }) => status !== 'publishing' && status !== 'published');
    if (open.length === 0 && failed.length === 0) return;
    if (open.length === 0 && failed.length === results.length && failed.every(isThrottle)) {
      const seconds = await throttledSeconds(
        ctx.db,
        ctx.tenant.id,
        failed.map((result) => result.account_id),
      );
      const longest = Math.max(0, ...seconds.values());
      throw throttled(
        'Platform rate limit exceeded; nothing was changed. Try again in a few minutes.',
        longest === 0 ? undefined : longest,
      );
    }
    if (open.length === 0) {
      const reasons = failed.map(
        ({ platform, error }) => `${platform}: ${(error as { message?: string } | null)?.message ?? 'failed'}`,
      );
      throw new ApiError('platform_error', `Not every copy was changed. ${reasons.join(' ')}`, {
        platforms: failed.map(({ platform }) => platform),
      });
    }
    if (performance.now() > deadline) {
      throw new ApiError('platform_timeout', 'A platform has not answered yet; the change goes on.', {
        id: postId,
        retry_after: 10,
      });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
