import { sql } from 'kysely';
import type { Context, Transaction } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Platform } from '../../core/platforms.ts';
import { assertNotThrottled } from '../accounts/index.ts';
import { actions } from '../actions/index.ts';
import { assertNoIssues } from './check-limits.ts';
import type { PostRow, TargetRow } from './post.ts';

const WAIT_MS_MAX = 10_000;
const POLL_MS = 40;

/**
 * Queues the change of text on every live copy. Until a platform has taken it, its copy keeps the text that it shows,
 * as the target's own.
 */
export async function queueEdits(
  tx: Transaction,
  ctx: Context,
  post: PostRow,
  live: readonly TargetRow[],
  text: string,
): Promise<string> {
  const batch = newId('act');
  await assertNotThrottled(
    tx,
    ctx.tenant.id,
    live.map((target) => target.account_id),
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
  await tx.run(
    sql`update posts set text = ${text}, updated_at = tenant_now() where tenant_id = ${ctx.tenant.id} and id = ${post.id}`,
  );
  return batch;
}

/** Waits for the platforms, at most ten seconds; an error names those that did not take the change. */
export async function waitForEdits(ctx: Context, postId: string, batch: string): Promise<void> {
  const deadline = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const results = await actions.batchResults(ctx.db, ctx.tenant.id, postId, batch);
    const open = results.filter(({ status }) => status === 'publishing');
    const failed = results.filter(({ status }) => status !== 'publishing' && status !== 'published');
    if (open.length === 0 && failed.length === 0) return;
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
