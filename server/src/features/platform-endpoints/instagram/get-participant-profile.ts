import { z } from 'zod';
import { notFound } from '../../../core/errors.ts';
import { defineOperation } from '../../../core/operation.ts';
import { compact } from '../../../lib/compact.ts';
import { askAccount } from '../../accounts/index.ts';
import { hasConversationWith } from '../../conversations/index.ts';
import { wasErased } from '../../inbox/index.ts';
import { accountField, PlatformId } from '../fields.ts';

const Profile = z
  .object({
    id: z.string(),
    name: z.string().optional(),
    username: z.string().optional(),
    profile_pic: z.string().optional(),
    follower_count: z.number().int().optional(),
    is_verified_user: z.boolean().optional(),
    is_user_follow_business: z.boolean().optional().meta({ description: 'They follow the account' }),
    is_business_follow_user: z.boolean().optional().meta({ description: 'The account follows them' }),
  })
  .meta({ id: 'ParticipantProfile' });

export const getParticipantProfile = defineOperation({
  name: 'get_participant_profile',
  summary: 'Get a participant’s profile',
  description:
    'Reads the profile of a person who wrote to an Instagram account, and whether they follow each other. It is never stored. A message to the account is the person’s consent; without it the answer is 403 `permission_denied`, which says nothing about following. An unknown person is 404 `not_found`, and so is one who had everything erased and has not written since.',
  example: {
    output: {
      id: 'example-person',
      name: 'Maya',
      username: 'maya',
      follower_count: 310,
      is_verified_user: false,
      is_user_follow_business: true,
      is_business_follow_user: false,
    },
  },
  tag: 'Instagram',
  http: {
    method: 'get',
    path: '/v1/platforms/instagram/accounts/{account_id}/participants/{participant_id}/profile',
    status: 200,
  },
  scope: 'accounts:read',
  callsPlatform: true,
  input: z.strictObject({
    ...accountField,
    participant_id: PlatformId.meta({ description: 'The person: participant_id of a conversation' }),
  }),
  output: Profile,

  async run(ctx, { account_id: accountId, participant_id: personId }) {
    const options = { accountId, platform: 'instagram', what: 'profiles of participants' } as const;
    // A person who has written since the erasure is a participant again.
    const where = { tenantId: ctx.tenant.id, platform: options.platform };
    if (await wasErased(ctx.db, where, personId))
      if (!(await hasConversationWith(ctx.db, ctx.tenant.id, accountId, personId)))
        throw notFound('participant', personId);
    const person = await askAccount(ctx, options, ({ participant }) => participant, personId);
    return compact({
      id: person.platformId,
      name: person.name,
      username: person.username,
      profile_pic: person.pictureUrl,
      follower_count: person.followerCount,
      is_verified_user: person.isVerified,
      is_user_follow_business: person.isFollower,
      is_business_follow_user: person.isFollowed,
    });
  },
});
