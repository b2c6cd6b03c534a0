import { z } from 'zod';
import { exampleId } from '../../../core/example.ts';
import { defineOperation } from '../../../core/operation.ts';
import { changeAccount, changedBy } from '../change-account.ts';
import { accountField, PlatformId, SUCCESS, Success } from '../fields.ts';

export const acceptCollaboration = collaborationOperation('accept', 'Accept', 'shows the post on its profile');
export const declineCollaboration = collaborationOperation('decline', 'Decline', 'does not show the post');

function collaborationOperation(word: 'accept' | 'decline', verb: string, effect: string) {
  return defineOperation({
    name: `${word}_collaboration`,
    summary: `${verb} a collaboration`,
    description: `Answers an invitation to be a co-author of an Instagram post: the account then ${effect}. It is free. The answer waits for Instagram at most ten seconds, then it is 504 \`platform_timeout\` and goes on. Without an open invitation it is 400 \`invalid_request\`; accounts of other platforms are 501 \`not_supported\`.`,
    example: {
      input: { account_id: exampleId('acc'), platform_media_id: 'example-post' },
      output: SUCCESS,
    },
    tag: 'Instagram',
    http: {
      method: 'post',
      path: `/v1/platforms/instagram/accounts/{account_id}/media/{platform_media_id}/collab/${word}`,
      status: 200,
    },
    scope: 'accounts:manage',
    leaves: true,
    input: z.strictObject({
      ...accountField,
      platform_media_id: PlatformId.meta({ description: 'The post: its id on Instagram' }),
    }),
    output: Success,

    async run(ctx, { account_id: accountId, platform_media_id: platformPostId }) {
      const options = { accountId, platform: 'instagram', what: 'invitations to collaborate' } as const;
      const input = { platformPostId, accepts: word === 'accept' };
      await changeAccount(ctx, options, { change: 'answer_collaboration', input, answer: {} });
      return SUCCESS;
    },

    async replay(ctx, { ref }) {
      await changedBy(ctx, ref);
      return SUCCESS;
    },
  });
}
