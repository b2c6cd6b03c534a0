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
export type Kind = 'publish' | 'reply' | 'message';

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

type Call = Omit<KillPoint, 'platform' | 'kind'>;

/** A publication whose image is uploaded first, and must be processed. */
const UPLOADING: readonly Call[] = [
  { state: 'claimed', operation: 'upload_media' },
  { state: 'prepared', operation: 'media_status', waitsFor: 'upload_media' },
  { state: 'sending', operation: 'publish' },
];
/** One call, and the call that clears up whether it happened. */
const sentAndFound = (operation: string, lookup: string): readonly Call[] => [
  { state: 'sending', operation },
  { state: 'reconciling', operation: lookup },
];

const CALLS: Readonly<Record<PlatformName, Readonly<Record<Kind, readonly Call[]>>>> = {
  mastodon: {
    publish: [...UPLOADING, { state: 'reconciling', operation: 'publish' }],
    reply: [{ state: 'claimed', operation: 'get_post' }, ...sentAndFound('reply', 'reply')],
    message: [{ state: 'claimed', operation: 'profile' }, ...sentAndFound('send_message', 'send_message')],
  },
  gotosocial: {
    publish: [...UPLOADING, { state: 'reconciling', operation: 'list_posts' }],
    reply: sentAndFound('reply', 'list_posts'),
    message: sentAndFound('send_message', 'list_posts'),
  },
  instagram: {
    publish: [
      { state: 'claimed', operation: 'create_container' },
      { state: 'prepared', operation: 'container_status' },
      { state: 'sending', operation: 'publish' },
      { state: 'sending', operation: 'get_post', isAfterEffect: true },
      { state: 'reconciling', operation: 'container_status' },
      { state: 'reconciling', operation: 'list_posts', isAfterEffect: true },
    ],
    reply: sentAndFound('reply', 'list_comments'),
    message: sentAndFound('send_message', 'messages'),
  },
  twitter: {
    publish: [...UPLOADING, { state: 'reconciling', operation: 'list_posts' }],
    reply: sentAndFound('reply', 'list_posts'),
    message: sentAndFound('send_message', 'messages'),
  },
};

export const KILL_POINTS: readonly KillPoint[] = PLATFORMS.flatMap((platform) =>
  (Object.keys(CALLS[platform]) as Kind[]).flatMap((kind) =>
    CALLS[platform][kind].map((call) => ({ platform, kind, ...call })),
  ),
);

/** The effect class of an action. Instagram's comments and messages can only be listed, so they are class C. */
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
