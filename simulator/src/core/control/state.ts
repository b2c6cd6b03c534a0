import type { CommentView, MessageView, PostView, ReviewView } from '../page/views.ts';
import { Slice } from '../slice.ts';
import { firstWithin, lastWithin } from '../within-bytes.ts';
import type { Account } from '../world/world.ts';
import type { OpenWorld } from '../worlds/open-world.ts';
import type { RunningPlatform } from '../worlds/running-platforms.ts';

const rowsMax = 50;
const commentsMax = 100;
/** Bounds for the posts of a platform with their comments, for its messages, and for its reviews. */
const bytesMax = 1024 ** 2;
const commentBytesMax = 64 * 1024;

/** The page's view of each platform: accounts, and their newest posts with their newest comments. Made in slices. */
export async function* platformStates(world: OpenWorld) {
  const slice = new Slice();
  for (const platform of world.platforms.all()) {
    if (platform.definition.isService) continue;
    await slice.next();
    yield await stateOf(platform, slice);
  }
}

export type PlatformState = Awaited<ReturnType<typeof stateOf>>;

async function stateOf({ definition, open, world }: RunningPlatform, slice: Slice) {
  const accounts = world.accounts.all();
  let posts: (PostView & { account: string; username: string })[] = [];
  let messages: (MessageView & { account: string })[] = [];
  let reviews: (ReviewView & { account: string })[] = [];
  for (const account of accounts) {
    const { platform_id, username } = account;
    posts.push(...open.posts(account).map((post) => ({ account: platform_id, username, ...shown(post) })));
    posts = posts.sort((a, b) => b.at.localeCompare(a.at)).slice(0, rowsMax);
    messages = [...messages, ...of(account, open.messages?.(account).slice(-rowsMax))].slice(-rowsMax);
    reviews = [...reviews, ...of(account, open.reviews?.(account).slice(0, rowsMax))].slice(0, rowsMax);
    if (slice.isOver) await slice.next();
  }
  return {
    platform: definition.name,
    display_name: definition.displayName,
    actions: Object.keys(open.visitors),
    can_remove_app: open.removeApp !== undefined,
    accounts: accounts.map(({ platform_id, username, name, picture_url }) => ({
      platform_id,
      username,
      name,
      picture_url,
    })),
    posts: firstWithin(posts, ({ text, comments }) => textOf(comments) + text.length, bytesMax),
    messages: lastWithin(messages, ({ text }) => text.length, bytesMax),
    reviews: firstWithin(reviews, ({ text, reply = '' }) => text.length + reply.length, bytesMax),
  };
}

function shown(post: PostView): PostView {
  const newest = post.comments.slice(-commentsMax);
  return { ...post, comments: lastWithin(newest, ({ text }) => text.length, commentBytesMax) };
}

function textOf(comments: readonly CommentView[]): number {
  return comments.reduce((sum, { text }) => sum + text.length, 0);
}

function of<View extends object>(
  { platform_id }: Account,
  views: readonly View[] = [],
): (View & { account: string })[] {
  return views.map((view) => ({ account: platform_id, ...view }));
}
