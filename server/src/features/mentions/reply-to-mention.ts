import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { ApiError, notFound, notSupported } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { isId } from '../../core/ids.ts';
import type { MentionRef } from '../../core/messaging/inbox.ts';
import { defineOperation } from '../../core/operation.ts';
import { compact } from '../../lib/compact.ts';
import { accountFor } from '../accounts/index.ts';
import { skipDuplicateCheck } from '../inbox/index.ts';
import { outcomeOf, performAction } from '../outcomes/index.ts';
import { textLength } from '../posts/index.ts';
import * as mentions from './mention.repository.ts';

const Answer = z.object({ success: z.boolean(), comment_id: z.string() });
const Id = z.string().min(1).max(500);

export const replyToMention = defineOperation({
  name: 'reply_to_mention',
  summary: 'Reply to a mention',
  description:
    'Answers a mention in public. It costs one interaction; it is given back when the platform throttles the call. The answer comes when the platform has taken the reply; after ten seconds it is 504 `platform_timeout`, and the reply goes on by itself. A platform without such replies is 501 `not_supported`, an account without access 403 `reconnection_required`.',
  example: { input: { media_id: exampleId('mnt'), text: 'Come again!' }, output: { comment_id: 'example-reply' } },
  tag: 'Mentions',
  http: { method: 'post', path: '/v1/accounts/{account_id}/mentions/reply', status: 200 },
  scope: 'inbox:write',
  leaves: true,
  charge: 'interaction',
  isCharged: () => true,
  input: z.strictObject({
    account_id: z.string().min(1).max(200),
    media_id: Id.meta({ description: 'The mention, or the post that contains it: our id or the platform’s' }),
    comment_id: Id.optional().meta({ description: 'The comment that contains the mention' }),
    text: z.string().max(20_000).regex(/\S/, 'must not be empty'),
    skip_duplicate_check: skipDuplicateCheck,
  }),
  output: Answer,

  async run(
    ctx,
    { account_id: accountId, media_id: mediaId, comment_id: commentId, text, skip_duplicate_check: skips },
  ) {
    const { account, connector } = await accountFor(ctx, { accountId, what: 'replies to mentions' });
    if (connector.mentions?.reply === undefined) throw notSupported(account.platform, 'replies to mentions');
    const max = connector.limits.comment.lengthMax;
    const length = textLength(connector.limits, text);
    if (max > 0 && length > max) {
      const message = `A reply on ${connector.displayName} has at most ${max} characters; this one has ${length}.`;
      throw new ApiError('invalid_request', message, { field: 'text', max }, 'validation.field_invalid');
    }
    const mention = await mentionOf(ctx, account.id, mediaId, commentId);
    return performAction(ctx, {
      account,
      actions: [{ kind: 'mention_reply', input: { ...mention, text } }],
      // Its post may become known between two requests.
      identity: { mention: mention.mentionId, text },
      skipsDuplicateCheck: skips,
      charge: 'interaction',
      preview: { success: true, comment_id: '' },
      response: (id) => responseOf(ctx, id),
    });
  },

  replay: (ctx, { ref }) => responseOf(ctx, ref as string),
});

async function responseOf(ctx: Context, id: string): Promise<z.infer<typeof Answer>> {
  const { platform_id: platformId } = await outcomeOf(ctx, id, 'reply');
  return { success: true, comment_id: platformId ?? '' };
}

/** A mention is named by its own id, or by a post and perhaps a comment. One that never reached us can be answered too. */
async function mentionOf(
  ctx: Context,
  accountId: string,
  mediaId: string,
  commentId: string | undefined,
): Promise<MentionRef> {
  const known = await mentions.find(ctx.db, ctx.tenant.id, accountId, commentId ?? mediaId);
  if (known !== undefined)
    return compact({ mentionId: known.platform_id, platformPostId: known.platform_post_id ?? undefined });
  for (const [field, id] of Object.entries(compact({ media_id: mediaId, comment_id: commentId })))
    if (isId('mnt', id)) throw notFound('mention', id, field);
  return { mentionId: commentId ?? mediaId, platformPostId: mediaId };
}
