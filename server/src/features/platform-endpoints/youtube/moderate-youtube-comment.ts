import { z } from 'zod';
import { invalid } from '../../../core/errors.ts';
import { exampleId } from '../../../core/example.ts';
import { defineOperation } from '../../../core/operation.ts';
import { changeAccount, changedBy } from '../change-account.ts';
import { SUCCESS, Success } from '../fields.ts';
import { commentFields, commentOf, optionsFor } from './youtube-comment.ts';

export const moderateYoutubeComment = defineOperation({
  name: 'moderate_youtube_comment',
  summary: 'Moderate a YouTube comment',
  description:
    'Shows a comment, holds it for review or rejects it, on a video of the account. It is free. `ban_author` without the status `rejected` is 400 `invalid_request`. The answer waits for YouTube at most ten seconds, then it is 504 `platform_timeout` and the change goes on. An unknown comment or post is 404 `not_found`.',
  example: { input: { post_id: exampleId('ip'), status: 'held_for_review' } },
  tag: 'YouTube',
  http: { method: 'post', path: '/v1/platforms/youtube/comments/{comment_id}/moderate', status: 200 },
  scope: 'inbox:write',
  leaves: true,
  callsPlatform: true,
  input: z.strictObject({
    ...commentFields,
    status: z.enum(['published', 'held_for_review', 'rejected']),
    ban_author: z
      .boolean()
      .optional()
      .meta({ description: 'Hides future comments of the author; with status rejected only' }),
  }),
  output: Success,

  async run(ctx, { status, ban_author: bansAuthor = false, ...names }) {
    if (bansAuthor && status !== 'rejected') throw invalid('ban_author', 'ban_author needs the status rejected.');
    const { isOwner: _, ...comment } = await commentOf(ctx, names);
    const change = { change: 'moderate_comment', input: { ...comment, status, bansAuthor }, answer: {} } as const;
    await changeAccount(ctx, optionsFor(names.account_id), change);
    return SUCCESS;
  },

  async replay(ctx, { ref }) {
    await changedBy(ctx, ref);
    return SUCCESS;
  },
});
