import type { Context } from '../../../core/context.ts';
import { notFound } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { present, type TargetInput } from '../model/post.ts';
import type { NewTarget } from '../model/target.repository.ts';
import type { TargetAccount } from '../model/target-account.repository.ts';
import { toSchedule } from '../schedule/schedule.ts';
import { assertNewDestination, toDestination } from './destination.ts';
import type { AccountsById } from './find-accounts.ts';
import { checkMedia, checkOptions, mediaOf } from './resolve-content.ts';
import type { PostWithContent, ResolvedPost } from './steps.ts';

/** Finds each target's account and checks its own destination, media, options and time. */
export async function resolveTargets(
  ctx: Context,
  post: PostWithContent,
  accounts: AccountsById,
  now: () => Promise<Date>,
): Promise<ResolvedPost> {
  for (const [index, { account_id: id }] of post.named.entries())
    if (!accounts.has(id)) throw notFound('account', id, `targets.${index}.account_id`);
  const targets: NewTarget[] = [];
  for (const [index, target] of post.named.entries()) {
    const at = `targets.${index}`;
    const account = accounts.get(target.account_id) as TargetAccount;
    const { platform } = account;
    const connector = ctx.connectors[platform];
    const destination = connector === undefined ? {} : toDestination(connector, target, index);
    assertNewDestination(targets, account.id, destination, index);
    const media = mediaOf(target);
    if (media !== undefined) await checkMedia(ctx, media, `${at}.media`);
    checkOptions(
      ctx.connectors,
      platform,
      { ...post.platformData[platform], ...target.platform_data },
      `${at}.platform_data`,
    );
    const { text, title, visibility, first_comment, platform_data } = target;
    targets.push({
      id: newId('act'),
      accountId: account.id,
      brandId: account.brand_id,
      needsApproval: account.needs_approval,
      platform,
      input: present({
        ...destination,
        text,
        title,
        visibility,
        first_comment,
        media,
        platform_data,
      }) as TargetInput,
      schedule:
        post.status === 'scheduled'
          ? await toSchedule(target.scheduled_at, post.timezone, `${at}.scheduled_at`, now)
          : null,
    });
  }
  return { ...post, targets };
}
