/**
 * A simulated platform, seen from the core. Types only; those of `World` are in `world.ts`, what visitors can
 * do in `visitors.ts`, what the page shows in `page-views.ts`.
 *
 * HOW A CALL RUNS (the core does this for every route of every platform, in this order):
 *  1. the route is found, the body parsed, the call written to the call log (status null);
 *  2. `identify(call)` gives the token (or code) that the call carries; the core looks it up and sets
 *     `call.token` and `call.account`; on a route with `auth: 'account'` (the default) or `'token'` a token that is
 *     missing, unknown, revoked or expired (also by an `expired_token` fault) is answered by `errors.unauthorized`;
 *  3. `before(call)`, if the platform has it, may answer (that is the place for rate limits);
 *  4. faults that come before an effect: body, throttle, server_error, drop_before, hold/before;
 *  5. `route.handle(call)`: it checks everything first, then writes inside ONE `call.effect(() => …)`;
 *  6. `after(call, answer)`, if the platform has it, may decorate the response (rate limit headers);
 *  7. faults that come after an effect, only on answers below 400: hold/after, error_after, accept_drop, accept_hang;
 *  8. the response is sent and its status noted in the call log.
 * A handler never looks at these faults itself. It asks for two kinds only, while it creates an object:
 * `call.notReadyPolls()` (container or media: how many status polls say "processing") and
 * `call.visibleAt()` (post or comment: the time before which lists leave the object out).
 */
import type { Content } from './calls/content.ts';
import type { Visitors } from './control/visitors.ts';
import type { MessageView, PostView, ReviewView } from './page/views.ts';
import type { Account, LedgerOptions, Operation, Token, TokenPair, World } from './world/world.ts';

export interface SimulatedPlatform {
  /** The platform's name in the API and the first part of its path: `twitter`, `instagram`, `mastodon`. */
  readonly name: string;
  readonly displayName: string;
  /**
   * Host keys and the real host names each stands for, e.g.
   * `{ api: ['api.x.com', 'api.twitter.com'], www: ['x.com', 'twitter.com'] }`. A route with `host: 'api'` answers at
   * `B/twitter/api/<path>`, and at `/<path>` when the Host header is one of the names. The key `''` is for
   * platforms whose host is the user's own server (Mastodon): `B/mastodon/<path>`.
   */
  readonly hosts: Readonly<Record<string, readonly string[]>>;
  /** Not a social platform but a service that we use: it has no accounts and no part of the page. */
  readonly isService?: true;
  /** Names of the servers that an account can live on, where these differ from each other. */
  readonly servers?: readonly string[];
  /** Every endpoint; a core test compares it with the routes, both ways. */
  readonly coverage: readonly Covered[];
  /**
   * Tables of what accounts and visitors made. When a world is full, the oldest rows of its largest such table go, so
   * handlers must do without any of them.
   */
  readonly evictable?: readonly string[];
  /** Opens the platform on its world: makes its tables and returns its behaviour. Called once per start, synchronously. */
  open(world: World): OpenPlatform;
}

/** One row of `coverage.ts`: `{ method, host, path }` must equal a route's, `operation` every name the route can take. */
export interface Covered {
  readonly method: Method;
  readonly host: string;
  readonly path: string;
  readonly operation: Operation | readonly Operation[];
  /** Address of the official documentation of this endpoint. */
  readonly documentation: string;
  /** The day it was compared, `YYYY-MM-DD`. */
  readonly checked: string;
  readonly usedBy: UsedBy;
}

/** Who calls an endpoint. Without a caller it has no place here. */
export interface UsedBy {
  readonly who: 'connector' | 'judge' | 'tour' | 'planned';
  /** A text that stands in the caller's sources; what a planned call is for. */
  readonly as: string;
}

export interface OpenPlatform {
  readonly routes: readonly Route[];
  readonly errors: PlatformErrors;

  /**
   * The credential in a call: a bearer token, an `access_token` parameter, on token endpoints also the refresh token or
   * the authorization code, so that such calls are attributed to their account as well. Only reads the call.
   */
  identify(call: Call): string | undefined;
  /**
   * The call that is wrapped in a request, where the platform has such requests: another method, address, headers and
   * body. Runs before the route is found.
   */
  unwrap?(asked: Asked): Asked | 'malformed' | undefined;
  /** Runs after authentication and before faults and handler; a response ends the call. */
  before?(call: Call): PlatformResponse | undefined;
  /** Decorates every response of the platform, errors too. */
  after?(call: Call, response: PlatformResponse): PlatformResponse;

  /** Makes a business account (with `world.accounts.put`) in the platform's id format; fills in what is not requested for. */
  createAccount(requested: AccountOptions): Account;
  /** Issues a user token as OAuth would give it (with `world.tokens.issue`). */
  connect(account: Account): TokenPair;
  /** The boards of an account, where a post must name one; the first one is there from the beginning. */
  boards?(account: Account): readonly { readonly id: string; readonly name: string }[];

  readonly visitors: Visitors;

  /**
   * The owner of the account takes the app away in the platform's settings: its tokens end, and platforms that do so
   * tell the app. Absent where nobody would learn of it (501).
   */
  removeApp?(account: Account): void;

  /**
   * Sets the app's callback address as in the developer dashboard: performs the platform's own handshake
   * (`world.http.request`) and throws `Rejected` when it fails. The core stores address and verify token in
   * `world.app` AFTER it succeeded. Absent where the platform has no app-level callback (answers 501).
   */
  verifyCallback?(requested: { callbackUrl: string; verifyToken: string }): Promise<void>;

  /** Headers that prove a callback's origin, made anew for each attempt, where they carry the time. */
  signCallback?(body: string): Readonly<Record<string, string>>;

  /** For the page: the newest 50 posts of the account with their comments, newest first. */
  posts(account: Account): PostView[];
  /** For the page: private messages with the account, oldest first. Absent where the platform has none. */
  messages?(account: Account): MessageView[];
  /** For the page: what customers say of the account, newest first. Absent where the platform has no reviews. */
  reviews?(account: Account): ReviewView[];
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Route {
  readonly method: Method;
  /** A key of `hosts`. */
  readonly host: string;
  /** As `route-table.ts` reads it, starting with a slash: `/2/tweets/:id`, `/:version/:node/media`. */
  readonly path: string;
  /** Fixed, or read from the call where one address serves several purposes (reply or post, container or media). */
  readonly operation: Operation | ((call: Call) => Operation);
  /**
   * 'account' (default): a valid access token that belongs to an account. 'token': any valid access token, an app's too.
   * 'none': open; a token, if there is one, is still looked up, and `call.token` is set only when it is valid.
   */
  readonly auth?: 'account' | 'token' | 'none';
  handle(call: Call): PlatformResponse | Promise<PlatformResponse>;
}

export interface Call {
  readonly method: Method;
  /** The host key of the route, and the path with query as the real host would see it (no prefix). */
  readonly host: string;
  readonly path: string;
  readonly operation: Operation;
  /** Set on routes with `auth: 'account'`; elsewhere when the credential of the call is known. */
  readonly account: Account | null;
  /** The looked-up token, null when the call carries none (or a code). */
  readonly token: Token | null;
  /** The result of `identify`, also for an id that the simulator does not know. */
  readonly credential: string | undefined;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Query parameters and body fields. Bracket names are unfolded: `media_ids[]=1&poll[options][]=a` gives
   * `{ media_ids: ['1'], poll: { options: ['a'] } }`; a name that is repeated without brackets gives an array. */
  readonly query: Readonly<Record<string, unknown>>;
  /** JSON object, form or multipart fields; `{}` without a body. A broken JSON body never reaches a handler (`errors.malformed`). */
  readonly body: Readonly<Record<string, unknown>>;
  /** The body as it came, all of it in memory. */
  readonly rawBody: Buffer;
  /** The same, which may lie on disk while the call runs. */
  readonly content: Content;
  readonly files: readonly UploadedFile[];
  /** Aborts when the client has closed the connection. */
  readonly signal: AbortSignal;

  /** A path parameter (`''` when the route has none of that name). */
  param(name: string): string;
  /** One value from the body, else from the query; numbers and booleans as text. */
  input(name: string): string | undefined;
  /** The same as a list: an array as it is, one value as a list of one, nothing as an empty list. */
  inputs(name: string): string[];
  /** An absolute address on this host as the client sees it: `call.url('/api/v1/x?y')`; other hosts by key. */
  url(path: string, host?: string): string;

  /**
   * The effect of the call: everything that `apply` changes in tables and ledger becomes one journal line, on disk
   * when this returns. Synchronous, so nothing can come between a handler's last check and its effect.
   */
  effect<T>(apply: () => T): T;
  /**
   * Runs another call to the same host as a part of this one, with its own authentication, limits, faults and line in
   * the call log. `null` when its connection would have ended without a response.
   */
  perform(part: CallPart): Promise<PlatformResponse | null>;
  /** Adds an entry to the truth ledger (only inside `effect`): account, operation and time come from the call. */
  record(entry: LedgerOptions): void;
  /** Takes a matching `not_ready` fault: how many status polls this new object answers "processing". Usually 0. */
  notReadyPolls(): number;
  /** When this new object appears in lists, in ms of `world.clock`: now, or later by a `delayed_visibility` fault. */
  visibleAt(): number;
}

/** A request as it came: `url` with the simulator's prefix, header names in lower case. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Empty for a form with files and for videos. */
  readonly body: Buffer;
}

/** `path` with query as the real host would see it; header names in lower case. */
export interface CallPart {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface UploadedFile {
  readonly field: string;
  readonly filename: string;
  readonly contentType: string;
  /** All of it in memory. */
  readonly bytes: Buffer;
  /** May lie on disk while the call runs. */
  readonly content: Content;
}

/** `body` is sent as JSON, except a string or Buffer, which goes out as it is (set `contentType`). Build it with `answer.ts`. */
export interface PlatformResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of a body: a stream (SSE) that stays open until the client goes. Returns its clean-up. */
  readonly stream?: (write: (chunk: string) => void) => () => void;
}

/** The platform's own error envelopes; every one of them is also a response that `after` decorates. */
export interface PlatformErrors {
  unauthorized(call: Call, reason: 'missing' | 'invalid' | 'revoked' | 'expired'): PlatformResponse;
  throttled(call: Call, limit: { retryAfterSeconds: number }): PlatformResponse;
  /** A fault of the platform itself: 500, 502, 503 … */
  serverError(call: Call, status: number): PlatformResponse;
  /** No such address on this host. */
  notFound(call: Call): PlatformResponse;
  /** The body is not the JSON, form or multipart that it says. */
  malformed(call: Call): PlatformResponse;
}

export interface AccountOptions {
  readonly username?: string;
  readonly name?: string;
  /** One of `servers`. */
  readonly server?: string;
}
