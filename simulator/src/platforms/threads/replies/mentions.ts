import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { requireScope } from '../../meta/errors.ts';
import { compare } from '../../meta/paging.ts';
import { ownAccount } from '../access.ts';
import { postList } from '../posts.ts';
import { scopes } from '../scopes.ts';
import type { PostRow, Threads } from '../store.ts';

/** `GET /{user}/mentions`: https://developers.facebook.com/docs/threads/threads-mentions */
export function listMentions(threads: Threads, call: Call): PlatformResponse {
  const { platform_id } = ownAccount(threads, call);
  requireScope(call, scopes.mentions);
  return postList(threads, call, mentionsOf(threads, platform_id), 'mentions');
}

function mentionsOf({ world, store }: Threads, account: string): PostRow[] {
  const now = world.clock.now();
  return store.posts
    .where('account', account)
    .filter(({ is_mention, visible_at }) => is_mention && visible_at <= now)
    .sort((a, b) => compare(b.order, a.order));
}
