import type { z } from 'zod';
import type { Changes, OwnPost, Reads } from './account-abilities.ts';
import type { Archive } from './analysis/archive.ts';
import type { AccountMetrics, DailyMetrics, Metrics, PostsMetrics } from './analytics/metrics.ts';
import type { Connecting } from './connecting.ts';
import type { Effect, RepeatableEffect } from './effect.ts';
import type {
  Comments,
  MentionRef,
  Mentions,
  PlatformComment,
  PlatformMention,
  PlatformReview,
  Recheck,
  RemovedItem,
  Reviews,
} from './inbox.ts';
import type { Limits } from './limits.ts';
import type { PhoneNumber, Templates } from './messaging/business-messaging.ts';
import type { Messages, PlatformMessage, PlatformMessageChange, PlatformMessageStatus } from './messaging/messages.ts';
import type { ReportedError } from './platform-error.ts';
import type { Platform } from './platforms.ts';
import type { AppCredentials, Media, PlatformResponse, Session, SessionAccount, Tokens } from './session.ts';

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
  /** The parts of an account, on platforms where a post goes to one of its pages or boards. A board must be named. */
  readonly destinations?: 'pages' | 'boards';
  readonly publishing?: Effect<Content>;
  /** Adds the next part to a thread that `publishing` started. */
  readonly thread?: Effect<ThreadPart>;
  /** Removes a published post. A missing post counts as removed. */
  readonly removal?: RepeatableEffect<PublishedItem>;
  /** Changes the text of a published post. */
  readonly editing?: RepeatableEffect<Edit>;
  /** The numbers of a post, as they are now. */
  readonly metrics?: (session: Session, item: PublishedItem) => Promise<Metrics>;
  /** The same for many posts in one call. */
  readonly postsMetrics?: PostsMetrics;
  /** The numbers of the account, as they are now. */
  readonly accountMetrics?: (session: Session) => Promise<AccountMetrics>;
  /** Numbers that the platform counted by day. */
  readonly dailyMetrics?: DailyMetrics;
  /** Each reading is billed, so numbers are read more seldom. */
  readonly areReadsBilled?: true;
  /** All that the account has published, for exports. */
  readonly archive?: Archive;
  /** Reads and changes of an account that only some platforms have. */
  readonly reads?: Reads;
  readonly changes?: Changes;
  readonly pacing?: Pacing;
  /** Platform codes that the API reports as errors of their own (contract, 2.3 and 18), by `platformCode`. */
  readonly reportedErrors?: Readonly<Record<string, ReportedError>>;
  /** Comments reach us, by callbacks or polling. Each ability is present where the platform gives it to apps, reading too. */
  readonly comments?: Partial<Comments>;
  readonly messages?: Messages;
  readonly reviews?: Reviews;
  readonly mentions?: Mentions;
  /** Messages are sent from a phone number that is verified and registered. */
  readonly phoneNumber?: PhoneNumber;
  readonly templates?: Templates;
  /** Callbacks of the platform, for platforms that push. */
  readonly inbound?: Inbound;
  /** Callbacks that report that a person ended our access on the platform. They come to the same address. */
  readonly removals?: Removals;
  /**
   * Callbacks with which a person has everything erased that we hold of them, of the same form. They come to an address of
   * their own.
   */
  readonly erasures?: Removals;
  /** Reads new items since the last poll, for platforms that do not push. */
  readonly polling?: Polling;
  /** Finds out which stored items were removed, for platforms that do not report it. */
  readonly recheck?: Recheck;
}

/** The version of the platform's API that the connector speaks. */
export interface ApiVersion {
  readonly name: string;
  /** The announced day on which the platform ends this version: `2028-07-29`. */
  readonly sunsetAt?: string;
}

/** The content of a post on one account, overrides already applied. */
export interface Content {
  readonly text: string;
  readonly title?: string;
  readonly media: readonly Media[];
  readonly visibility?: string;
  /** The page or board of the account for this post; absent when none was named. */
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

/** Signs by which a platform limits publications before it refuses one. */
export interface Pacing {
  /**
   * Seconds until the next publication, read from the response to the last one; undefined when it may follow at once.
   */
  readonly pauseAfter?: (response: PlatformResponse, now: Date) => number | undefined;
  /** Reads how many publications the platform still accepts, and after how many seconds it accepts more. */
  readonly allowance?: (
    session: Session,
  ) => Promise<{ readonly remaining: number; readonly retryAfterSeconds: number }>;
  /** How many calls the platform still takes, as its responses state it. Reading leaves half of them to other work. */
  readonly callsLeft?: (response: PlatformResponse, now: Date) => CallsLeft | undefined;
}

/** The state of a window of calls. Percentages are fine, too: `limit` 100. */
export interface CallsLeft {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export interface Auth {
  /** Host key → base URL of the real platform. */
  readonly hosts: Readonly<Record<string, string>>;
  /** Exchanges the refresh material for new tokens. Absent when the platform's tokens cannot be refreshed. */
  readonly refresh?: (session: Session) => Promise<Tokens>;
  /** How long before its end a token is refreshed, where an expired one cannot be refreshed any more. */
  readonly refreshAheadSeconds?: number;
  /** Reads the profile of the account behind the tokens. */
  readonly profile: (session: Session) => Promise<Profile>;
  /** Switches callbacks on for the account, for platforms that push. */
  readonly subscribe?: (session: Session) => Promise<void>;
  /** What `subscribe` asks for. When it changes, connected accounts are subscribed anew. */
  readonly subscription?: string;
}

export interface Profile {
  readonly platformId: string;
  readonly username: string;
  readonly name: string;
  readonly pictureUrl?: string;
  readonly bio?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** An incoming item in our words. */
export type InboundItem =
  /** A post of the account, made by us or elsewhere. */
  | { readonly kind: 'post'; readonly post: OwnPost }
  | { readonly kind: 'comment'; readonly comment: PlatformComment }
  | { readonly kind: 'message'; readonly message: PlatformMessage }
  | { readonly kind: 'message_status'; readonly status: PlatformMessageStatus }
  | { readonly kind: 'message_change'; readonly change: PlatformMessageChange }
  | { readonly kind: 'review'; readonly review: PlatformReview }
  | { readonly kind: 'mention'; readonly mention: PlatformMention }
  | { readonly kind: 'removal'; readonly removal: RemovedItem }
  /** The ids of a mention; `Mentions.read` gives the rest. */
  | { readonly kind: 'mention_notice'; readonly mention: MentionRef };

export function commentsOf(items: readonly InboundItem[]): PlatformComment[] {
  return items.flatMap((item) => (item.kind === 'comment' ? [item.comment] : []));
}

/** One notice of a platform callback for one account. */
export interface InboundNotice {
  /** Unique on the platform: a repeated delivery has the same key. */
  readonly key: string;
  /** The platform id of the account that the notice is for. */
  readonly platformAccountId: string;
  readonly payload: unknown;
}

/** The lists of updates in an object, by name, and those in their elements. */
export interface UpdateLists {
  readonly [name: string]: UpdateLists;
}

export interface Inbound {
  /** Gives the response to the platform's subscription handshake; undefined when the request is not one. */
  readonly handshake?: (query: Readonly<Record<string, string>>, verifyToken: string) => string | undefined;
  /** Whether the raw body was signed with the app's secret. Compares in constant time. */
  readonly verify: (rawBody: Uint8Array, headers: Readonly<Record<string, string>>, app: AppCredentials) => boolean;
  /** Where a body holds updates. Large bodies are parsed a few updates at a time. */
  readonly updates: UpdateLists;
  /** Splits a verified body, or a part of one with some of its updates, into notices. Never throws on strange input: unknown parts are left out. */
  readonly split: (body: unknown) => readonly InboundNotice[];
  /** The items in a notice for the account. */
  readonly parse: (notice: InboundNotice, account: SessionAccount) => readonly InboundItem[];
}

export interface Removals {
  /** As in `Inbound`: signed with the app's secret. False too for callbacks of another form. */
  readonly verify: Inbound['verify'];
  /** The accesses that a verified body ends; empty for callbacks about anything else. */
  readonly read: (rawBody: Uint8Array) => readonly RemovedAccess[];
}

export interface RemovedAccess {
  /** The account's id on the platform, or the id of the person who logged in. */
  readonly platformId: string;
  /** Unix seconds; tells a repeated callback from another removal. */
  readonly at: number;
}

/** Bounds of the pause between two readings: `busy` while things happen, `quiet` when nothing has for hours. */
export interface Pace {
  readonly busySeconds: number;
  readonly quietSeconds: number;
}

/** A platform's limit of calls in a window. */
export interface CallLimit {
  readonly calls: number;
  readonly seconds: number;
  /** Whether all accounts of an app share it. */
  readonly isOfApp: boolean;
}

export interface Polling {
  readonly pace: Pace;
  /** The limit of calls, on platforms whose responses do not state it. */
  readonly limit?: CallLimit;
  /** Everything new since the cursor of the last poll (undefined the first time). Overlaps are fine: items are deduplicated. */
  readonly poll: (session: Session, cursor: string | undefined, posts: readonly string[]) => Promise<Polled>;
}

export interface Polled {
  readonly items: readonly InboundItem[];
  /** Never beyond what `items` hold. */
  readonly cursor?: string;
  /** Facts about the account that were read anew; they replace the stored ones of the same name. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** There was more than one poll reads, so the next one follows soon. */
  readonly isBehind?: boolean;
}

/** Whether comments of the platform reach us, by callbacks or by polling. */
export function deliversComments({ comments, inbound, polling }: Connector): boolean {
  return comments !== undefined && (inbound ?? polling) !== undefined;
}
