import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { type NodeType, project, requestedFields } from '../meta/node.ts';
import { pageToken } from './grants.ts';
import { type Facebook, type GrantRow, pageOf } from './store.ts';

const tasks = ['ANALYZE', 'ADVERTISE', 'MESSAGING', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'];

export function readPage(facebook: Facebook, call: Call, account: Account, grant: GrantRow | null): PlatformResponse {
  return json(project(pageType(facebook, call, grant), account, requestedFields(call)));
}

/** https://developers.facebook.com/docs/graph-api/reference/page. `grant`: the login that asks, null for the Page itself. */
export function pageType(facebook: Facebook, call: Call, grant: GrantRow | null): NodeType<Account> {
  const { store } = facebook;
  const category = (account: Account) => pageOf(facebook, account).category;
  return {
    name: 'Page',
    defaults: ['name', 'id'],
    fields: {
      id: ({ platform_id }) => platform_id,
      name: ({ name }) => name,
      username: ({ username }) => username,
      access_token: ({ platform_id }) => (grant ? pageToken(facebook, grant, platform_id) : call.token?.value),
      category,
      category_list: (account) => [{ id: '2265', name: category(account) }],
      tasks: () => tasks,
      about: () => undefined,
      bio: () => undefined,
      website: () => undefined,
      picture: ({ picture_url }) => ({ data: { height: 50, is_silhouette: false, url: picture_url, width: 50 } }),
      link: ({ username }) => `https://www.facebook.com/${username}`,
      fan_count: (account) => pageOf(facebook, account).followers_count,
      followers_count: (account) => pageOf(facebook, account).followers_count,
      is_published: () => true,
      verification_status: () => 'not_verified',
      instagram_business_account: () => undefined,
      unread_message_count: ({ platform_id }) => store.conversations.where('account', platform_id).length,
    },
  };
}
