import type { z } from 'zod';
import type { Changes, Reads } from './account-abilities.ts';
import type { PhoneNumber, Templates } from './business-messaging.ts';
import type { Connecting } from './connecting.ts';
import type { Effect, RepeatableEffect } from './effect.ts';
import type {
  Comments,
  MentionRef,
  Mentions,
  Messages,
  PlatformComment,
  PlatformMention,
  PlatformMessage,
  PlatformMessageStatus,
  PlatformReview,
  Reviews,
} from './inbox.ts';
import type { Limits } from './limits.ts';
import type { Platform } from './platforms.ts';
import type { AppCredentials, Media, PlatformAnswer, Session, SessionAccount, Tokens } from './session.ts';

/**
 * A platform. An optional group is a capability: present when the platform has it, absent when it does not.
 * Connectors talk to the outside; they never decide about retries, charges or states. The publishing protocol does.
 */
export interface Connector {
  readonly platform: Platform;
  readonly displayName: string;
  readonly version: ApiVersion;
  readonly connecting: Connecting;
  readonly limits: Limits;
  /** `platform_data`, checked before a post is accepted. */
  readonly options: z.ZodType;
  readonly auth: Auth;
  /** What an account consists of, where a post goes to one of several pages or boards of it. A board must be named. */
  readonly destinations?: 'pages' | 'boards';
  readonly publishing?: Effect<Content>;
  /** Adds the next part to a thread that `publishing` began. */
  readonly thread?: Effect<ThreadPart>;
  /** Takes a published post down. What is gone already counts as done. */
  readonly removal?: RepeatableEffect<PublishedItem>;
  /** Changes the text of a published post. */
  readonly editing?: RepeatableEffect<Edit>;
  readonly metrics?: (session: Session, item: PublishedItem) => Promise<Metrics>;
  /** What only some platforms can be asked about an account, and what only some let be changed. */
  readonly reads?: Reads;
  readonly changes?: Changes;
  readonly pacing?: Pacing;
  readonly comments?: Comments;
  readonly messages?: Messages;
  readonly reviews?: Reviews;
  readonly mentions?: Mentions;
  /** Messages are sent from a phone number that is verified and registered. */
  readonly phoneNumber?: PhoneNumber;
  readonly templates?: Templates;
  /** Callbacks of the platform, for platforms that push. */
  readonly inbound?: Inbound;
  /** Callbacks that say that somebody took our access away on the platform. They come to the same address. */
  readonly removals?: Removals;
  /** Reads what arrived since last time, for platforms that do not push. */
  readonly polling?: Polling;
}

/** The version of the platform's API that the connector speaks. */
export interface ApiVersion {
  readonly name: string;
  /** The day on which the platform ends it, where that is announced: `2028-07-29`. */
  readonly sunsetAt?: string;
}

/** What a post says on one account, overrides already applied. */
export interface Content {
  readonly text: string;
  readonly title?: string;
  readonly media: readonly Media[];
  readonly visibility?: string;
  /** The page or board of the account that it goes to, where the platform has such; absent when none was named. */
  readonly destinationId?: string;
  /** The connector's `options`, already parsed. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** The next part of a thread. */
export interface ThreadPart {
  readonly content: Content;
  /** The part before this one. */
  readonly parentId: string;
  /** The first part. */
  readonly rootId: string;
}

/** A post of ours on the platform. */
export interface PublishedItem {
  readonly platformId: string;
}

export interface Edit extends PublishedItem {
  readonly text: string;
}

/** Counters of a published post; `extra` for what only some platforms count, such as views. */
export interface Metrics {
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
  readonly saves: number;
  readonly extra?: Readonly<Record<string, number>>;
}

/** How a platform says that it takes no more for a while, before it refuses. */
export interface Pacing {
  /** Seconds until the next publication, read from the answer to the last one; undefined when it may follow at once. */
  readonly pauseAfter?: (answer: PlatformAnswer, now: Date) => number | undefined;
  /** Asks how many publications the platform still takes, and after how many seconds it takes more. */
  readonly allowance?: (
    session: Session,
  ) => Promise<{ readonly remaining: number; readonly retryAfterSeconds: number }>;
}

export interface Auth {
  /** Host key → base URL of the real platform. */
  readonly hosts: Readonly<Record<string, string>>;
  /** Exchanges the refresh material for new tokens. Absent when the platform's tokens cannot be refreshed. */
  readonly refresh?: (session: Session) => Promise<Tokens>;
  /** How long before a token's end it is refreshed, where one that has ended cannot be refreshed any more. */
  readonly refreshAheadSeconds?: number;
  /** Reads the profile of the account behind the tokens. */
  readonly profile: (session: Session) => Promise<Profile>;
  /** Switches callbacks on for the account, for platforms that push. */
  readonly subscribe?: (session: Session) => Promise<void>;
}

export interface Profile {
  readonly platformId: string;
  readonly username: string;
  readonly name: string;
  readonly pictureUrl?: string;
  readonly bio?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Something that came in, already in our words. */
export type InboundItem =
  | { readonly kind: 'comment'; readonly comment: PlatformComment }
  | { readonly kind: 'message'; readonly message: PlatformMessage }
  | { readonly kind: 'message_status'; readonly status: PlatformMessageStatus }
  | { readonly kind: 'review'; readonly review: PlatformReview }
  | { readonly kind: 'mention'; readonly mention: PlatformMention }
  /** Of a mention its ids only; `Mentions.read` gives the rest. */
  | { readonly kind: 'mention_notice'; readonly mention: MentionRef };

export function commentsOf(items: readonly InboundItem[]): PlatformComment[] {
  return items.flatMap((item) => (item.kind === 'comment' ? [item.comment] : []));
}

/** One notice of a platform callback for one account. */
export interface InboundNotice {
  /** Unique on the platform: a repeated delivery carries the same. */
  readonly key: string;
  /** The platform id of the account that it is for. */
  readonly platformAccountId: string;
  readonly payload: unknown;
}

export interface Inbound {
  /** Answers the subscription handshake of the platform, or undefined when the request is not one. */
  readonly handshake?: (query: Readonly<Record<string, string>>, verifyToken: string) => string | undefined;
  /** Whether the raw body was signed with the app's secret. Compares in constant time. */
  readonly verify: (rawBody: Uint8Array, headers: Readonly<Record<string, string>>, app: AppCredentials) => boolean;
  /** Splits a verified body into notices. Never throws on strange input: unknown parts are left out. */
  readonly split: (body: unknown) => readonly InboundNotice[];
  /** What a notice means for the account. */
  readonly parse: (notice: InboundNotice, account: SessionAccount) => readonly InboundItem[];
}

export interface Removals {
  /** As in `Inbound`: signed with the app's secret. False too for callbacks of another form. */
  readonly verify: Inbound['verify'];
  /** Whose access a verified body ends; empty when it tells something else. */
  readonly read: (rawBody: Uint8Array) => readonly RemovedAccess[];
}

export interface RemovedAccess {
  /** The account's id on the platform, or that of the person whose login it came through. */
  readonly platformId: string;
  /** Unix seconds; tells repeats of one callback from another removal. */
  readonly at: number;
}

export interface Polling {
  readonly everySeconds: number;
  /** Everything new since the cursor of the last poll (undefined the first time). Overlaps are fine: items are deduplicated. */
  readonly poll: (
    session: Session,
    cursor: string | undefined,
    posts: readonly string[],
  ) => Promise<{ readonly items: readonly InboundItem[]; readonly cursor?: string }>;
}
