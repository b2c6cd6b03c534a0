import { until } from '../harness.ts';
import { allActions, openActions } from './actions.ts';
import { PLATFORMS } from './cells.ts';
import type { Stage } from './track.ts';
import type { Account, World } from './world.ts';

/** A blind create in doubt keeps its account busy for several lives of the service. */
const STAGES_MIN = 4;
/** Platforms say how many posts of an account they take, and the service keeps to it: about 100 in a while. */
const KILLS_PER_STAGE = 50;
const KILLS_PER_CROWD = 40;
const PUBLISHED_MS_MAX = 60_000;

export interface Stages {
  readonly stages: readonly Stage[];
  /** Accounts for posts that are created at the very moment of a kill, one of each platform in a row. */
  readonly crowds: readonly (readonly Account[])[];
}

/** Connects accounts, publishes on them and lets a stranger comment, so that there is something to reply to. */
export async function setStages(world: World, kills: number): Promise<Stages> {
  const oneOfEach = async () => {
    const accounts: Account[] = [];
    for (const platform of PLATFORMS) accounts.push(await world.connect(platform));
    return accounts;
  };
  const crowds: (readonly Account[])[] = [];
  while (crowds.length < kills / KILLS_PER_CROWD) crowds.push(await oneOfEach());
  const staged: Account[] = [];
  while (staged.length < PLATFORMS.length * (STAGES_MIN + kills / KILLS_PER_STAGE)) staged.push(...(await oneOfEach()));
  const posts = await Promise.all(staged.map(({ id }) => world.requests.publish([id])));
  const over = async () => (await openActions(world)) === 0;
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
  return { stages, crowds };
}
