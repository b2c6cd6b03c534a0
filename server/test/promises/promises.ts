import { expect } from 'vitest';
import type { Body, TestService } from '../harness.ts';
import { analyticsScenes } from './analytics-scenes.ts';
import { commentScenes } from './comment-scenes.ts';
import { messageScenes } from './message-scenes.ts';
import { reviewAndMentionScenes } from './review-and-mention-scenes.ts';
import { type Ability, Stage } from './stage.ts';

const SCENES: Readonly<Record<string, Ability>> = {
  ...commentScenes,
  ...messageScenes,
  ...reviewAndMentionScenes,
  ...analyticsScenes,
};

/** Abilities of publishing. `npm run demo -- --platforms all` and the tests of connectors use them. */
const OF_POSTS = ['publish', 'schedule', 'pages', 'boards', 'thread', 'edit', 'delete', 'first_comment', 'metrics'];

/** What a platform promises, and what of it was not kept. */
export interface Kept {
  readonly failures: readonly string[];
  /** The types of all events of the platform. */
  readonly events: ReadonlySet<string>;
}

/** Makes everything happen that `GET /v1/platforms` promises of the platform's inbox and numbers, and calls every action. */
export async function keptBy(service: TestService, platform: string): Promise<Kept> {
  const ws = await service.workspace({ plan: 'enterprise', platforms: [platform as never] });
  // X takes 15 calls for messages in 15 minutes, and all of it happens within seconds here.
  await ws.control('PUT', 'settings', { rate_limits: false });
  const { data } = (await ws.api.get('/v1/platforms?limit=100')).body;
  const promised = data.find((item: Body) => item.platform === platform);
  const stage = new Stage(service, ws, promised);
  const failures: string[] = [];
  for (const [ability, isPromised] of Object.entries(promised.capabilities)) {
    if (OF_POSTS.includes(ability)) continue;
    // Readings with an app of LinkedIn take 125 calls at once and spread the others over the day.
    await service.sql('delete from app_calls where platform = $1', [platform]);
    const scene = SCENES[ability];
    if (scene === undefined) failures.push(`no scene for ${ability}`);
    else
      await (isPromised ? scene.kept(stage) : scene.absent(stage)).catch((error: Error) => {
        failures.push(`${ability}: ${isPromised ? 'promised' : 'not promised'}: ${error.message}${placeOf(error)}`);
      });
  }
  const events = new Set<string>();
  for (const { event, category } of (await ws.api.get('/v1/webhooks/events')).body.data) {
    const told = await stage.events(event);
    if (told.length > 0) events.add(event);
    const isPromised = promised.events.includes(event);
    if (category === 'inbox' && isPromised !== told.length > 0)
      failures.push(`${event}: ${isPromised ? 'promised, but nothing causes it' : 'caused, but not promised'}`);
  }
  return { failures, events };
}

export function assertKept({ failures }: Kept): void {
  expect(failures, failures.join('\n')).toEqual([]);
}

/** The line of the scene that failed. */
function placeOf({ stack = '' }: Error): string {
  const line = stack.split('\n').find((one) => one.includes('-scenes.ts'));
  return line === undefined ? '' : ` (${line.trim()})`;
}
