import { allActions, openActions } from './actions.ts';
import { PLATFORMS } from './cells.ts';
import type { Stage } from './track.ts';
import { type Account, until, type World } from './world.ts';

/** A blind create in doubt keeps its account busy for several lives of the service. */
const ACCOUNTS_PER_PLATFORM = 4;
const PUBLISHED_MS_MAX = 60_000;

export interface Stages {
  readonly stages: readonly Stage[];
  readonly crowded: readonly Account[];
}

/** Connects accounts, publishes on them and lets a stranger comment, so that there is something to reply to. */
export async function setStages(world: World): Promise<Stages> {
  const crowded: Account[] = [];
  const staged: Account[] = [];
  for (const platform of PLATFORMS) {
    crowded.push(await world.connect(platform));
    for (let n = 0; n < ACCOUNTS_PER_PLATFORM; n += 1) staged.push(await world.connect(platform));
  }
  const posts = await Promise.all(staged.map(({ id }) => world.requests.publish([id])));
  const over = async () => (await openActions(world)) === 0 || undefined;
  await until(over, 'the posts to be commented on are published', PUBLISHED_MS_MAX);
  const actions = await allActions(world);
  const stages: Stage[] = [];
  for (const [index, account] of staged.entries()) {
    const postId = posts[index] as string;
    const platformPostId = actions.find(({ post_id }) => post_id === postId)?.platform_id as string;
    const text = 'What a nice picture';
    const commentId = await world.platforms.comment(account.platform, account.platformId, platformPostId, text);
    stages.push({ account, comment: { accountId: account.id, postId, commentId } });
  }
  return { stages, crowded };
}
