import type { z } from 'zod';
import type { Limits } from './limits.ts';
import type { Platform } from './platforms.ts';

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
  readonly publishing?: Effect<Content>;
  /** Adds the next part to a thread that `publishing` began. */
  readonly thread?: Effect<ThreadPart>;
  /** Takes a published post down. What is gone already counts as done. */
  readonly removal?: RepeatableEffect<PublishedItem>;
  /** Changes the text of a published post. */
  readonly editing?: RepeatableEffect<Edit>;
  readonly metrics?: (session: Session, item: PublishedItem) => Promise<Metrics>;
  readonly pacing?: Pacing;
  readonly comments?: Comments;
  /** Callbacks of the platform, for platforms that push. */
  readonly inbound?: Inbound;
  /** Reads what arrived since last time, for platforms that do not push. */
  readonly polling?: Polling;
}

/** The version of the platform's API that the connector speaks. */
export interface ApiVersion {
  readonly name: string;
  /** The day on which the platform ends it, where that is announced: `2028-07-29`. */
  readonly sunsetAt?: string;
}

/** How an account is connected. */
export interface Connecting {
  readonly kind: 'oauth' | 'token' | 'embedded_signup';
  /** The customer brings the credentials of an app of its own. */
  readonly ownApp?: boolean;
}

/** Everything a connector may use to speak for one account during one piece of work. */
export interface Session {
  readonly account: SessionAccount;
  readonly tokens: Tokens;
  /** Credentials of the platform app that the account was connected with. */
  readonly app: AppCredentials;
  /** Base URL of each API host of the platform by the connector's own host key, without trailing slash. */
  readonly hosts: Readonly<Record<string, string>>;
  /** Every call ends before the lease of the work does; the client sees to it. */
  readonly http: PlatformHttp;
  /** Bytes of a media item of the content, for platforms that take bytes. Refused addresses throw `rejected`. */
  readonly media: (media: Media) => Promise<MediaBytes>;
  readonly now: () => Date;
}

export interface SessionAccount {
  readonly id: string;
  /** The account's id on the platform. */
  readonly platformId: string;
  readonly username: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** ISO 8601; absent when the token does not expire. */
  readonly expiresAt?: string;
}

export interface AppCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * HTTP as connectors use it. Throws PlatformError `unavailable` when the call provably did not reach the platform and
 * `unknown` when it may have; any HTTP status is an answer, and translating it is the connector's work.
 */
export interface PlatformHttp {
  send(request: PlatformRequest): Promise<PlatformAnswer>;
}

export interface PlatformRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?:
    | { readonly json: unknown }
    | { readonly form: Readonly<Record<string, string | readonly string[] | undefined>> }
    | { readonly multipart: readonly MultipartPart[] };
}

export interface MultipartPart {
  readonly name: string;
  readonly value: string | Uint8Array;
  readonly filename?: string;
  readonly type?: string;
}

export interface PlatformAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed JSON body, or undefined when it is not JSON. Big integers keep their digits: they come as strings. */
  readonly json: unknown;
}

/** A media item of a post, as the connector gets it. */
export interface Media {
  readonly type: 'image' | 'video' | 'audio' | 'file';
  /** Public address that the platform can fetch. */
  readonly url: string;
  readonly altText?: string;
}

export interface MediaBytes {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly filename: string;
}

/** What a post says on one account, overrides already applied. */
export interface Content {
  readonly text: string;
  readonly title?: string;
  readonly media: readonly Media[];
  readonly visibility?: string;
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

/** Where an effect ended up on the platform. */
export interface Published {
  readonly platformId: string;
  readonly permalink?: string;
}

/** JSON that the connector wants back later: container ids, upload ids. Stored before the effect is sent. */
export type Prepared = Readonly<Record<string, unknown>>;

/** Whether prepared material may be sent now. `failed` ends the attempt; the platform refused the material. */
export type Readiness =
  | { readonly state: 'ready' }
  | { readonly state: 'not_ready'; readonly checkAfterSeconds: number }
  | { readonly state: 'failed'; readonly error: PlatformError };

/**
 * Something done to the outside world, with the means to find out afterwards whether it happened. The class decides
 * what the pipeline does after a crash or a lost answer; see `lanes/outward/`.
 */
export type Effect<Input> = KeyedEffect<Input> | TwoPhaseEffect<Input> | ListedEffect<Input> | BlindEffect<Input>;

interface EffectSteps<Input> {
  /** Uploads media, makes containers. Nothing public may happen here; it may be repeated after a crash. */
  readonly prepare?: (session: Session, input: Input) => Promise<Prepared>;
  /** Whether the prepared material has been processed. Absent when it always is. */
  readonly ready?: (session: Session, prepared: Prepared) => Promise<Readiness>;
  /** The one call that has the effect. `key` is new for each intent and the same when that intent is repeated. */
  readonly send: (session: Session, input: Input, prepared: Prepared, key: string) => Promise<Published>;
}

/** Finds what the account did, to adopt an id or to prove that nothing happened. */
export interface Listing<Input> {
  /** The account's own items made at or after `since` (the platform's clock may lag a little), any order, no more than about 100. */
  readonly list: (session: Session, input: Input, since: Date) => Promise<readonly Listed[]>;
  /** Whether a listed item is what this input would have made (short links, entities and spaces normalised). */
  readonly matches: (input: Input, item: Listed) => boolean;
}

export interface Listed {
  readonly platformId: string;
  readonly permalink?: string;
  readonly text: string;
  readonly createdAt: Date;
  readonly mediaCount?: number;
}

/** Class A: the platform deduplicates by our key. Repeated with the same key inside the window, afterwards as class C. */
export interface KeyedEffect<Input> extends EffectSteps<Input>, Listing<Input> {
  readonly class: 'A';
  readonly keyWindowSeconds: number;
  readonly looksAfterSeconds: readonly number[];
}

/** Like class A without an end: doing it twice is the same as doing it once (a deletion, an edit). Repeated until it is answered. */
export interface RepeatableEffect<Input> extends EffectSteps<Input> {
  readonly class: 'repeatable';
}

/** Class B: prepared material has a readable state that proves whether it was sent. */
export interface TwoPhaseEffect<Input> extends EffectSteps<Input>, Listing<Input> {
  readonly class: 'B';
  readonly prepare: (session: Session, input: Input) => Promise<Prepared>;
  /** `sent` may come without an id; the id is then looked up with `list`. `gone`: expired, must be prepared again. */
  readonly state: (
    session: Session,
    prepared: Prepared,
  ) => Promise<{ readonly state: 'sent' | 'not_sent' | 'gone'; readonly published?: Published }>;
}

/** Class C: blind, but the account's own items can be listed. */
export interface ListedEffect<Input> extends EffectSteps<Input>, Listing<Input> {
  readonly class: 'C';
  /** Delays between losing the answer and each look; a look that finds nothing is believed after the last one. */
  readonly looksAfterSeconds: readonly number[];
}

/** Class D: cannot be read back. Never repeated by itself. */
export interface BlindEffect<Input> extends EffectSteps<Input> {
  readonly class: 'D';
}

export interface Auth {
  /** Host key → base URL of the real platform. */
  readonly hosts: Readonly<Record<string, string>>;
  /** Exchanges the refresh material for new tokens. Absent when the platform's tokens cannot be refreshed. */
  readonly refresh?: (session: Session) => Promise<Tokens>;
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

export interface Person {
  readonly id: string;
  readonly name?: string;
  readonly username?: string;
  readonly avatarUrl?: string;
}

/** A comment as the platform tells it. */
export interface PlatformComment {
  readonly platformId: string;
  readonly platformPostId: string;
  /** The comment that this one answers; absent for a top-level comment. */
  readonly parentId?: string;
  readonly author: Person;
  readonly text: string;
  readonly createdAt: Date;
  readonly isOwner: boolean;
  readonly likeCount?: number;
  readonly replyCount?: number;
  readonly isHidden?: boolean;
  /** The platform's own words, kept for `raw_payload`. */
  readonly raw: unknown;
}

export interface ReplyInput {
  readonly platformPostId: string;
  /** Absent: a top-level comment on the post. */
  readonly parentId?: string;
  readonly text: string;
}

export interface Comments {
  /** Comments and their replies on one post of the account, newest first as far as the platform gives them. */
  readonly list: (session: Session, platformPostId: string) => Promise<readonly PlatformComment[]>;
  readonly reply?: Effect<ReplyInput>;
}

/** Something that came in, already in our words. */
export type InboundItem = { readonly kind: 'comment'; readonly comment: PlatformComment };

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

export interface Polling {
  readonly everySeconds: number;
  /** Everything new since the cursor of the last poll (undefined the first time). Overlaps are fine: items are deduplicated. */
  readonly poll: (
    session: Session,
    cursor: string | undefined,
    posts: readonly string[],
  ) => Promise<{ readonly items: readonly InboundItem[]; readonly cursor?: string }>;
}

/** The closed list of what can go wrong on a platform. Generic code decides everything from this word. */
export type PlatformErrorKind =
  | 'auth_expired'
  | 'forbidden'
  | 'rate_limited'
  | 'rejected'
  | 'not_found'
  /** It provably did not happen and may be tried again later. */
  | 'unavailable'
  /** It may have happened. */
  | 'unknown';

export interface PlatformErrorFacts {
  /** The platform's own code, e.g. `190` or `9007/2207027`; `duplicate` when it holds the same content already. */
  readonly platformCode?: string;
  /** Seconds until the platform takes calls again. */
  readonly retryAfterSeconds?: number;
  /** Whether the pause counts for every account of the app. */
  readonly wholeApp?: boolean;
  readonly status?: number;
  /** The refresh token itself was refused: only this disconnects an account. */
  readonly invalidGrant?: boolean;
  /** Our field that the platform objected to. */
  readonly field?: string;
}

export class PlatformError extends Error {
  readonly kind: PlatformErrorKind;
  readonly facts: PlatformErrorFacts;

  constructor(kind: PlatformErrorKind, message: string, facts: PlatformErrorFacts = {}) {
    super(message);
    this.name = 'PlatformError';
    this.kind = kind;
    this.facts = facts;
  }
}

/** The action flags of a comment, computed from what the connector has (contract, 10.1). What nothing does is false. */
export function commentCapabilities(comments: Comments | undefined) {
  return {
    can_reply: comments?.reply !== undefined,
    can_delete: false,
    can_hide: false,
    can_like: false,
    can_private_reply: false,
  };
}
