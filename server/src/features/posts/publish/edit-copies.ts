import { sql } from 'kysely';
import type { Context, Transaction } from '../../core/context.ts';
import { ApiError, notSupported } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Platform } from '../../core/platforms.ts';
import { assertNotThrottled, throttled, throttledSeconds } from '../accounts/index.ts';
import { actions } from '../actions/index.ts';
import { assertConnected } from './assert-connected.ts';
import { assertNoIssues } from './check-limits.ts';
import { assertNothingInDoubt } from './find-post.ts';
import { THROTTLED } from './live-changes.ts';
import * as posts from './post.repository.ts';
import type { PostRow, TargetRow } from './post.ts';

const WAIT_MS_MAX = 10_000;
const POLL_MS = 40;

/**
 * Queues the change of text on every live copy. Until a platform has taken it, its copy keeps the text that it shows,
 * as the target's own, and until the first has taken it the post keeps its text too.
 */
export async function queueEdits(tx: Transaction, ctx: Context, post: PostRow, text: string): Promise<string> {
  const live = (post.targets ?? []).filter(({ status }) => status === 'published');
  const rigid = live.find((target) => ctx.connectors[target.platform as Platform]?.editing === undefined);
  if (rigid !== undefined) throw notSupported(rigid.platform, 'changing published posts');
  assertNothingInDoubt(post);
  assertKnown(live);
  await assertConnected(tx, ctx, live);
  await assertNotThrottled(
    tx,
    ctx.tenant.id,
    live.map((target) => target.account_id),
  );
  await posts.lockAccounts(tx, ctx.tenant.id, post.id);
  const batch = newId('act');
  for (const target of live) {
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

/** What was declared published without its id cannot be reached. */
function assertKnown(live: readonly TargetRow[]): void {
  const unknown = live.find((target) => target.platform_id === null);
  if (unknown === undefined) return;
  throw new ApiError(
    'conflict',
    `It is not known under which id the post was published on ${unknown.platform}; change it there.`,
    { resource: 'target', id: unknown.account_id },
    'post.state_invalid',
  );
}

/** Waits for the platforms, at most ten seconds; an error names those that did not take the change. */
export async function waitForEdits(ctx: Context, postId: string, batch: string): Promise<void> {
  const deadline = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const results = await actions.batchResults(ctx.db, ctx.tenant.id, postId, batch);
    const open = results.filter(({ status }) => status === 'publishing');
    const failed = results.filter(({ status }) => status !== 'publishing' && status !== 'published');
    if (open.length === 0 && failed.length === 0) return;
    if (open.length === 0) throw await refused(ctx, failed, failed.length === results.length);
    if (performance.now() > deadline) {
      throw new ApiError('platform_timeout', 'A platform has not answered yet; the change goes on.', {
        id: postId,
        retry_after: 10,
      });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function refused(ctx: Context, failed: readonly actions.BatchResult[], isNone: boolean): Promise<ApiError> {
  const errors = failed.map(({ error }) => error as { code?: string; message?: string } | null);
  if (isNone && errors.every((error) => error?.code === THROTTLED)) {
    const accountIds = failed.map((result) => result.account_id);
    const seconds = Math.max(0, ...(await throttledSeconds(ctx.db, ctx.tenant.id, accountIds)).values());
    const message = 'Platform rate limit exceeded; nothing was changed. Try again in a few minutes.';
    return throttled(message, seconds === 0 ? undefined : seconds);
  }
  const reasons = failed.map(({ platform }, index) => `${platform}: ${errors[index]?.message ?? 'failed'}`);
  return new ApiError('platform_error', `Not every copy was changed. ${reasons.join(' ')}`, {
    platforms: failed.map(({ platform }) => platform),
  });
}
