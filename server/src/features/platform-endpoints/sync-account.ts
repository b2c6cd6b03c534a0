import { z } from 'zod';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { askAccount } from '../accounts/index.ts';
import { storePosts } from '../comments/index.ts';
import { accountField, SUCCESS, Success } from './fields.ts';

const NEWEST_MAX = 20;

export const syncTiktokAccount = syncOperation('tiktok', 'TikTok');
export const syncYoutubeAccount = syncOperation('youtube', 'YouTube');

function syncOperation(platform: 'tiktok' | 'youtube', tag: string) {
  return defineOperation({
    name: `sync_${platform}_account`,
    summary: `Sync a ${tag} account`,
    description: `Reads the newest videos of the account from ${tag}, at most ${NEWEST_MAX}, so that their comments are found. They do not become posts. It is free. Accounts of other platforms are 501 \`not_supported\`; an account that must be reconnected is 403 \`reconnection_required\`.`,
    example: { input: { account_id: exampleId('acc') }, output: SUCCESS },
    tag,
    http: { method: 'post', path: `/v1/platforms/${platform}/accounts/{account_id}/sync`, status: 200 },
    scope: 'accounts:manage',
    leaves: false,
    callsPlatform: true,
    input: z.strictObject(accountField),
    output: Success,

    async run(ctx, { account_id: accountId }) {
      const options = { accountId, platform, what: 'reading videos' };
      const posts = await askAccount(ctx, options, ({ newestPosts }) => newestPosts, NEWEST_MAX);
      return await ctx.commit(async (tx) => {
        await storePosts(tx, ctx.tenant.id, { accountId, platform }, posts);
        return SUCCESS;
      });
    },
  });
}
