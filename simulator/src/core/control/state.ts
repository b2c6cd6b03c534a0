import type { OpenWorld } from '../worlds/open-world.ts';

const postsMax = 50;

/** The page's view of each platform: accounts, and their newest posts with comments. */
export function platformStates(world: OpenWorld) {
  const social = world.platforms.all().filter(({ definition }) => !definition.isService);
  return social.map(({ definition, open, world }) => {
    const accounts = world.accounts.all();
    const posts = accounts
      .flatMap((account) =>
        open.posts(account).map((post) => ({ account: account.platform_id, username: account.username, ...post })),
      )
      .sort((a, b) => b.at.localeCompare(a.at))
      .slice(0, postsMax);
    const messages = accounts
      .flatMap((account) =>
        (open.messages?.(account) ?? []).map((message) => ({ account: account.platform_id, ...message })),
      )
      .slice(-postsMax);
    const reviews = accounts
      .flatMap((account) =>
        (open.reviews?.(account) ?? []).map((review) => ({ account: account.platform_id, ...review })),
      )
      .slice(0, postsMax);
    return {
      platform: definition.name,
      display_name: definition.displayName,
      actions: Object.keys(open.strangers),
      can_remove_app: open.removeApp !== undefined,
      accounts: accounts.map(({ platform_id, username, name, picture_url }) => ({
        platform_id,
        username,
        name,
        picture_url,
      })),
      posts,
      messages,
      reviews,
    };
  });
}

export type PlatformState = ReturnType<typeof platformStates>[number];
