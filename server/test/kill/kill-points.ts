import type { Platform } from '../../src/core/platforms.ts';
import type { When } from './platforms.ts';

/** The platforms of the proof, one of each class, and a server of the first that ignores its key. */
export const PLATFORMS = ['mastodon', 'gotosocial', 'instagram', 'twitter'] as const;
export type PlatformName = (typeof PLATFORMS)[number];

/** The platform of our API that the name stands for. */
export function platformOf(name: string): Platform {
  return name === 'gotosocial' ? 'mastodon' : (name as Platform);
}

/** The simulated server that an account of this name lives on. */
export function serverOf(name: PlatformName): string | undefined {
  return name === 'gotosocial' ? name : undefined;
}

export const STATES = ['claimed', 'prepared', 'sending', 'reconciling'] as const;
export type State = (typeof STATES)[number];
export type Kind = 'publish' | 'reply';

/** A platform call in which the service can be killed: what it is for, and the journal state it is made in. */
export interface KillPoint {
  readonly platform: PlatformName;
  readonly kind: Kind;
  readonly state: State;
  /** The simulator's word for the call. */
  readonly operation: string;
  /** The call is made only when the effect has taken place. */
  readonly isAfterEffect?: true;
  /** The call is made only when this operation leaves something to be processed. */
  readonly waitsFor?: string;
}

export const KILL_POINTS: readonly KillPoint[] = [
  { platform: 'mastodon', kind: 'publish', state: 'claimed', operation: 'upload_media' },
  {
    platform: 'mastodon',
    kind: 'publish',
    state: 'prepared',
    operation: 'media_status',
    waitsFor: 'upload_media',
  },
  { platform: 'mastodon', kind: 'publish', state: 'sending', operation: 'publish' },
  { platform: 'mastodon', kind: 'publish', state: 'reconciling', operation: 'publish' },
  { platform: 'mastodon', kind: 'reply', state: 'claimed', operation: 'get_post' },
  { platform: 'mastodon', kind: 'reply', state: 'sending', operation: 'reply' },
  { platform: 'mastodon', kind: 'reply', state: 'reconciling', operation: 'reply' },

  { platform: 'gotosocial', kind: 'publish', state: 'claimed', operation: 'upload_media' },
  {
    platform: 'gotosocial',
    kind: 'publish',
    state: 'prepared',
    operation: 'media_status',
    waitsFor: 'upload_media',
  },
  { platform: 'gotosocial', kind: 'publish', state: 'sending', operation: 'publish' },
  { platform: 'gotosocial', kind: 'publish', state: 'reconciling', operation: 'list_posts' },
  { platform: 'gotosocial', kind: 'reply', state: 'sending', operation: 'reply' },
  { platform: 'gotosocial', kind: 'reply', state: 'reconciling', operation: 'list_posts' },

  { platform: 'instagram', kind: 'publish', state: 'claimed', operation: 'create_container' },
  { platform: 'instagram', kind: 'publish', state: 'prepared', operation: 'container_status' },
  { platform: 'instagram', kind: 'publish', state: 'sending', operation: 'publish' },
  { platform: 'instagram', kind: 'publish', state: 'sending', operation: 'get_post', isAfterEffect: true },
  { platform: 'instagram', kind: 'publish', state: 'reconciling', operation: 'container_status' },
  { platform: 'instagram', kind: 'publish', state: 'reconciling', operation: 'list_posts', isAfterEffect: true },
  { platform: 'instagram', kind: 'reply', state: 'sending', operation: 'reply' },
  { platform: 'instagram', kind: 'reply', state: 'reconciling', operation: 'list_comments' },

  { platform: 'twitter', kind: 'publish', state: 'claimed', operation: 'upload_media' },
  {
    platform: 'twitter',
    kind: 'publish',
    state: 'prepared',
    operation: 'media_status',
    waitsFor: 'upload_media',
  },
  { platform: 'twitter', kind: 'publish', state: 'sending', operation: 'publish' },
  { platform: 'twitter', kind: 'publish', state: 'reconciling', operation: 'list_posts' },
  { platform: 'twitter', kind: 'reply', state: 'sending', operation: 'reply' },
  { platform: 'twitter', kind: 'reply', state: 'reconciling', operation: 'list_posts' },
];

/** The effect class of an action. Instagram's comments can only be listed, so they are class C. */
export function classOf(platform: string, kind: string): 'A' | 'B' | 'C' {
  if (platform === 'mastodon') return 'A';
  return platform === 'instagram' && kind === 'publish' ? 'B' : 'C';
}

/** One call to die in. */
export interface Aim {
  readonly point: KillPoint;
  readonly when: When;
}

/** Whether the effect has certainly taken place when the process dies in this call. */
export function hasEffect({ point, when }: Aim): boolean {
  return point.isAfterEffect === true || (point.state === 'sending' && when === 'after');
}
