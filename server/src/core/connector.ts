import type { z } from 'zod';
import type { Changes, Reads } from './account-abilities.ts';
import type { Archive } from './analysis/archive.ts';
import type { AccountMetrics, DailyMetrics, Metrics, PostsMetrics } from './analytics/metrics.ts';
import type { Appearance } from './appearance.ts';
import type { Connecting } from './connecting/connecting.ts';
import type { Effect, RepeatableEffect } from './effect.ts';
import type { Erasures, Inbound, Removals } from './inbound/callbacks.ts';
import type { Polling } from './inbound/polling.ts';
import type { Limits } from './limits.ts';
import type { PhoneNumber, Templates } from './messaging/business-messaging.ts';
import type { Comments, Mentions, Recheck, Reviews } from './messaging/inbox.ts';
import type { Messages } from './messaging/messages.ts';
import type { ReportedError } from './platform-error.ts';
import type { Platform } from './platforms.ts';
import type { Media, PlatformResponse, Session, Tokens } from './session.ts';

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
  /** How posts look, for previews; present with `publishing`. */
  readonly appearance?: Appearance;
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
  readonly erasures?: Erasures;
  /** Reads new items since the last poll, for platforms that do not push. */
  readonly polling?: Polling;
  /** Finds out which stored items were removed, for platforms that do not report it. */
  readonly recheck?: Recheck;
}

/** The version of the platform's API that the connector speaks. */
interface ApiVersion {
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

/** Signs by which a platform limits publications before it rejects one. */
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

/** Whether comments of the platform reach us, by callbacks or by polling. */
export function deliversComments({ comments, inbound, polling }: Connector): boolean {
  return comments !== undefined && (inbound ?? polling) !== undefined;
}
