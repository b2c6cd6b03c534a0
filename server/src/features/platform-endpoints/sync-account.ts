import { z } from 'zod';
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
    summary: `Import the newest videos of a ${tag} account from the platform, at most ${NEWEST_MAX}`,
    tag,
    http: { method: 'post', path: `/v1/platforms/${platform}/accounts/{account_id}/sync`, status: 200 },
    scope: 'accounts:manage',
    callsPlatform: true,
    input: z.strictObject(accountField),
    output: Success,

    async run(ctx, { account_id: accountId }) {
      const wish = { accountId, platform, what: 'reading videos' };
      const posts = await askAccount(ctx, wish, ({ newestPosts }) => newestPosts, NEWEST_MAX);
      return await ctx.commit(async (tx) => {
        await storePosts(tx, ctx.tenant.id, { accountId, platform }, posts);
        return SUCCESS;
      });
    },
  });
}
