import { z } from 'zod';
import { defineOperation } from '../../../core/operation.ts';
import { changeAccount, changedBy } from '../change-account.ts';
import { accountField, PlatformId, SUCCESS, Success } from '../fields.ts';

export const acceptCollaboration = collaborationOperation('accept', 'Accept an invitation to be a co-author of a post');
export const declineCollaboration = collaborationOperation(
  'decline',
  'Decline an invitation to be a co-author of a post',
);

function collaborationOperation(word: 'accept' | 'decline', summary: string) {
  return defineOperation({
    name: `${word}_collaboration`,
    summary,
    tag: 'Instagram',
    http: {
      method: 'post',
      path: `/v1/platforms/instagram/accounts/{account_id}/media/{platform_media_id}/collab/${word}`,
      status: 200,
    },
    scope: 'accounts:manage',
    input: z.strictObject({ ...accountField, platform_media_id: PlatformId }),
    output: Success,

    async run(ctx, { account_id: accountId, platform_media_id: platformPostId }) {
      const wish = { accountId, platform: 'instagram', what: 'invitations to collaborate' } as const;
      const input = { platformPostId, accepts: word === 'accept' };
      await changeAccount(ctx, wish, { change: 'answer_collaboration', input, answer: {} });
      return SUCCESS;
    },

    async replay(ctx, { ref }) {
      await changedBy(ctx, ref);
      return SUCCESS;
    },
  });
}
