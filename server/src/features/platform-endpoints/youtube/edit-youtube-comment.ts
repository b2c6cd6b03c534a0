import { z } from 'zod';
import { invalid } from '../../../core/errors.ts';
import { exampleId } from '../../../core/example.ts';
import { defineOperation } from '../../../core/operation.ts';
import { changeAccount, changedBy } from '../change-account.ts';
import { SUCCESS, Success } from '../fields.ts';
import { commentFields, commentOf, optionsFor } from './youtube-comment.ts';

export const editYoutubeComment = defineOperation({
  name: 'edit_youtube_comment',
  summary: 'Edit a YouTube comment',
  description:
    'Changes the text of a comment that the account itself wrote; any other is 400 `invalid_request`. It is free. The answer waits for YouTube at most ten seconds, then it is 504 `platform_timeout` and the change goes on. An unknown comment or post is 404 `not_found`.',
  example: { input: { post_id: exampleId('ip'), text: 'Thank you, Maya! The recipe is in the description.' } },
  tag: 'YouTube',
  http: { method: 'patch', path: '/v1/platforms/youtube/comments/{comment_id}', status: 200 },
  scope: 'inbox:write',
  leaves: true,
  callsPlatform: true,
  input: z.strictObject({
    ...commentFields,
    text: z.string().max(10_000).regex(/\S/, 'must not be empty'),
  }),
  output: Success,

  async run(ctx, { text, ...names }) {
    const { isOwner, ...comment } = await commentOf(ctx, names);
    if (!isOwner) throw invalid('comment_id', 'Only comments of the account itself can be changed.');
    const change = { change: 'edit_comment', input: { ...comment, text }, answer: {} } as const;
    await changeAccount(ctx, optionsFor(names.account_id), change);
    return SUCCESS;
  },

  async replay(ctx, { ref }) {
    await changedBy(ctx, ref);
    return SUCCESS;
  },
});
