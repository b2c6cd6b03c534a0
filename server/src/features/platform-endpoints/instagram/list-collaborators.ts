import { z } from 'zod';
import { defineOperation } from '../../../core/operation.ts';
import { askAccount } from '../../accounts/index.ts';
import { accountField, PlatformId } from '../fields.ts';

const Collaborator = z
  .object({
    id: z.string(),
    username: z.string(),
    status: z.enum(['accepted', 'pending', 'declined']),
  })
  .meta({ id: 'Collaborator' });

export const listCollaborators = defineOperation({
  name: 'list_collaborators',
  summary: 'List collaborators of a post',
  description:
    'Lists the accounts that were invited as co-authors of an Instagram post, with their answers. Only the account that published the post can ask. A post that Instagram does not find is 404 `not_found`.',
  example: { output: { data: [{ id: 'example-person', username: 'maya' }] } },
  tag: 'Instagram',
  http: {
    method: 'get',
    path: '/v1/platforms/instagram/accounts/{account_id}/media/{platform_media_id}/collaborators',
    status: 200,
  },
  scope: 'accounts:read',
  callsPlatform: true,
  input: z.strictObject({
    ...accountField,
    platform_media_id: PlatformId.meta({ description: 'The post: its id on Instagram' }),
  }),
  output: z.object({ data: z.array(Collaborator), count: z.number().int() }),

  async run(ctx, { account_id: accountId, platform_media_id: mediaId }) {
    const options = { accountId, platform: 'instagram', what: 'collaborators' } as const;
    const people = await askAccount(ctx, options, ({ collaborators }) => collaborators, mediaId);
    const data = people.map(({ platformId, username, status }) => ({ id: platformId, username, status }));
    return { data, count: data.length };
  },
});
