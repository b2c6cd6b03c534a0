import type { Context, Transaction } from '../../../core/context.ts';
import { ApiError, conflict, notSupported } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Platform } from '../../../core/platforms.ts';
import type { actions, Failure } from '../../../engine/index.ts';
import { accounts, assertNotThrottled } from '../../accounts/index.ts';
import { errorCodeOf, notEnded, queueWithin } from '../../outcomes/index.ts';
import { pausesEvery } from '../compose/pauses.ts';
import { assertNoUnconfirmedTarget } from '../model/find-post.ts';
import * as posts from '../model/post.repository.ts';
import type { PostRow, TargetRow } from '../model/post.ts';
import { assertNoIssues } from '../rules/check-limits.ts';
import { assertConnected } from './assert-connected.ts';
import { copiesError } from './copies-error.ts';
import { storeShownText } from './edit.repository.ts';
import { settledBatch } from './settled-batch.ts';

/**
 * Queues the change of text on every live copy. Each target stores its present text as its own until its platform has
 * taken the change. The post keeps its text until the first platform has taken it.
 */
export async function queueEdits(tx: Transaction, ctx: Context, post: PostRow, text: string): Promise<string> {
  const live = (post.targets ?? []).filter(({ status }) => status === 'published');
  const rigid = live.find((target) => ctx.connectors[target.platform as Platform]?.editing === undefined);
  if (rigid !== undefined) throw notSupported(rigid.platform, 'changing published posts');
  assertNoUnconfirmedTarget(post);
  assertKnown(live);
  await assertConnected(tx, ctx, live);
  await assertNotThrottled(
    tx,
    ctx.tenant.id,
    live.map((target) => target.account_id),
  );
  await posts.lockAccounts(tx, ctx.tenant.id, post.id);
  const batch = newId('act');
  const pause = pausesEvery();
  for (const target of live) {
    const connector = ctx.connectors[target.platform as Platform];
    const { text: _before, ...own } = target.input;
    const index = post.targets?.indexOf(target) ?? 0;
    if (connector !== undefined) await assertNoIssues(connector, { ...post, text }, own, index, { pause });
    await storeShownText(tx, ctx.tenant.id, target, target.input.text ?? post.text ?? '');
    await queueWithin(tx, ctx, [
      {
        accountId: target.account_id,
        platform: target.platform,
        kind: 'edit',
        postId: post.id,
        parentId: target.id,
        batch,
        input: { platformId: target.platform_id, text },
      },
    ]);
  }
  return batch;
}

/** 409 for a copy that was declared published without its id: it cannot be reached. */
function assertKnown(live: readonly TargetRow[]): void {
  const unknown = live.find((target) => target.platform_id === null);
  if (unknown === undefined) return;
  throw conflict(
    `It is not known under which id the post was published on ${unknown.platform}; change it there.`,
    { resource: 'target', id: unknown.account_id },
    'post.state_invalid',
  );
}

/** Waits for the platforms, at most ten seconds. Throws an error that names the platforms that did not take the change. */
export async function waitForEdits(ctx: Context, postId: string, batch: string): Promise<void> {
  const results = await settledBatch(ctx, postId, batch);
  if (results.some(({ status }) => status === 'publishing'))
    throw new ApiError('platform_timeout', notEnded(ctx, 'change'), {
      id: postId,
      retry_after: 10,
    });
  const failed = results.filter(({ status }) => status !== 'published');
  if (failed.length > 0) throw await editError(ctx, failed, failed.length === results.length);
}

async function editError(ctx: Context, failed: readonly actions.BatchResult[], isNone: boolean): Promise<ApiError> {
  const accountIds = failed.map((result) => result.account_id);
  const seconds = await accounts.pausedSeconds(ctx.db, ctx.tenant.id, accountIds);
  const copies = failed.map(({ platform, account_id, error }) => {
    const { code, message } = error as unknown as Failure;
    return { platform, message, code: errorCodeOf(code), retryAfterSeconds: seconds.get(account_id) };
  });
  const what = isNone ? 'Nothing was changed.' : 'Not every copy was changed.';
  return copiesError(ctx, what, copies, { platforms: copies.map(({ platform }) => platform) });
}
