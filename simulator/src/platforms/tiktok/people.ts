import { randomUUID } from 'node:crypto';
import { Rejected } from '../../core/calls/response.ts';
import type { VisitorAction, VisitorResult } from '../../core/control/visitors.ts';
import type { AccountOptions } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { freeUsername, nameOf } from '../meta/names.ts';
import type { ActRow, PostRow, TikTok } from './store.ts';

export function createAccount({ world }: TikTok, options: AccountOptions): Account {
  const username = freeUsername(world, options.username ?? 'acme');
  const account: Account = {
    platform_id: randomUUID(),
    username,
    name: options.name ?? nameOf(username),
    picture_url: world.media.sample('avatar.png'),
    created_at: world.clock.now(),
  };
  world.effect(() => world.accounts.put(account));
  return account;
}

/** A like or a share, once per visitor, or a comment: the open API only counts them. */
export function visitorActs(tiktok: TikTok, kind: ActRow['kind'], action: VisitorAction): VisitorResult {
  const { world, store } = tiktok;
  const post = postFor(tiktok, action);
  if (!post) throw new Rejected(404, 'No such post.');
  const person = action.username ?? 'jane';
  return world.effect(() => {
    const id = kind === 'comment' ? world.ids.snowflake() : `${post.id}:${kind}:${person}`;
    if (!store.acts.get(id))
      store.acts.put(id, { id, post: post.id, person, kind, text: action.text, at: world.clock.now() });
    return { platform_id: kind === 'comment' ? id : post.id, username: person };
  });
}

function postFor({ store }: TikTok, { account, postId }: VisitorAction): PostRow | undefined {
  const post =
    postId === undefined ? store.posts.where('account', account.platform_id).at(-1) : store.posts.get(postId);
  return post?.account === account.platform_id ? post : undefined;
}
