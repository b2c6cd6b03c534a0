import { EVENT_TYPES, type EventType } from '../core/event.ts';
import { accountScenes } from './account-scenes.ts';
import { inboxScenes } from './inbox-scenes.ts';
import { postScenes } from './post-scenes.ts';
import type { Scene } from './scene.ts';

const SCENES: Partial<Record<EventType, Scene>> = { ...inboxScenes, ...postScenes, ...accountScenes };

/** Why nobody can cause an event by a command. */
const REASONS: Partial<Record<EventType, string>> = {
  'dm.status.failed': 'A platform sends it when it gives up on a message that it took, which nobody can ask of it.',
  'account.token_expiring':
    'It needs weeks to pass. Let them pass for a test tenant: POST /v1/test/clock with {"advance":"P54D"}, while the platform renews nothing.',
  'page.removed':
    'A person must log in again on a consent page and leave a page out. Do it in a browser: POST /v1/accounts/connect.',
};

const HELD =
  'It needs somebody who sends nothing alone, and a decision: make a key by POST /v1/keys with {"sending":"held"}, and post with it.';

/** How an event is caused, or why it cannot be by a command. */
export function sceneOf(type: EventType): Scene | string {
  return (
    SCENES[type] ??
    REASONS[type] ??
    (type.startsWith('held.') ? HELD : undefined) ??
    'No person and no platform causes it by itself.'
  );
}

export const TRIGGERS = (Object.keys(EVENT_TYPES) as EventType[]).map((type) => ({ type, scene: sceneOf(type) }));
