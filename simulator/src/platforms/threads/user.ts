import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { requireScope } from '../meta/errors.ts';
import { type NodeType, project, requestedFields } from '../meta/node.ts';
import { scopes } from './scopes.ts';
import { profileOf, type Threads } from './store.ts';

/** `GET /me`: https://developers.facebook.com/docs/threads/threads-profiles */
export function readUser(threads: Threads, call: Call, account: Account): PlatformResponse {
  requireScope(call, scopes.basic);
  return json(project(userType(threads), account, requestedFields(call)));
}

function userType(threads: Threads): NodeType<Account> {
  return {
    name: null,
    defaults: ['id'],
    fields: {
      id: ({ platform_id }) => platform_id,
      username: ({ username }) => username,
      name: ({ name }) => name,
      threads_profile_picture_url: ({ picture_url }) => picture_url,
      threads_biography: (account) => profileOf(threads, account).biography || undefined,
      is_verified: (account) => profileOf(threads, account).is_verified,
      is_eligible_for_geo_gating: (account) => profileOf(threads, account).is_eligible_for_geo_gating,
    },
  };
}
