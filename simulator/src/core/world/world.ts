/**
 * The tools that the core gives to a simulated platform. Types only. Each platform gets its own `World`: tables, tokens, accounts
 * and ledger entries of other platforms are out of its sight.
 */
import type { Operation } from '../calls/operations.ts';
import type { Accounts, App, Codes, Tokens } from './identity.ts';
import type { Media } from './media.ts';

export type { Account, Accounts, App, Code, Codes, Token, TokenPair, Tokens } from './identity.ts';
export type { Media, MediaFacts } from './media.ts';
export type { Operation };

export interface World {
  readonly platform: string;
  /** The platform's address as people open it, whatever address a call came to; undefined: the call's own. */
  readonly publicUrl: string | undefined;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly accounts: Accounts;
  readonly tokens: Tokens;
  readonly codes: Codes;
  readonly callbacks: Callbacks;
  readonly http: LocalHttp;
  readonly media: Media;
  readonly ids: Ids;
  /** The platform's app as in its developer dashboard; one per platform, made at the first start. */
  readonly app: App;

  /**
   * A durable table of the platform. `indexed` names string fields for `where`. Rows are plain JSON and never changed in
   * place: `put` a new object. Ask for a table once, in `open`.
   */
  table<Row extends object>(name: string, ...indexed: (keyof Row & string)[]): Table<Row>;
  /** One atomic change outside a call (a visitor's action). Inside a call use `call.effect`. May be nested. */
  effect<T>(apply: () => T): T;
  /**
   * Counts one use in a fixed window (in memory); nothing is counted or exceeded while the setting `rate_limits` is off.
   * Used in `before`: `world.rate(`${account}:publish`, 100, 900)`.
   */
  rate(key: string, limit: number, windowSeconds: number): Rate;
  /** Runs `work` after the clock was advanced, and once a minute. For what happens on its own, such as renewals. */
  whenTimePasses(work: () => void): void;
}

export interface Table<Row extends object> {
  readonly size: number;
  get(key: string): Row | undefined;
  put(key: string, row: Row): void;
  delete(key: string): void;
  /** The row of the first `put`. */
  oldest(): Row | undefined;
  /** In order of first `put`. */
  all(): Row[];
  /** Rows whose field has this value, in order of first `put`; the field must have been named as indexed. */
  where(field: keyof Row & string, value: string): Row[];
  /** Keys with rows, of all or of those with this value, in the same order. */
  entries(field?: keyof Row & string, value?: string): [string, Row][];
}

export interface Clock {
  /** Milliseconds since 1970, real time plus what was advanced by the control API. Never use Date.now() in a platform. */
  now(): number;
  /** `2026-11-20T10:00:00.000Z`, of now or of a given time in ms. */
  iso(at?: number): string;
}

/** Read it at the moment of use; it changes under way. */
export interface Settings {
  /** Reject duplicate content where the real platform does. Default true. */
  readonly duplicate_rules: boolean;
  /** Fetch media from addresses on this machine. Default false. */
  readonly allow_local_fetch: boolean;
  /** Enforce the platform's own rate limits. Default true. Headers are sent either way. */
  readonly rate_limits: boolean;
  /** X: accept a reply only from accounts that the other post names or quotes, as its self-serve plans do. Default false. */
  readonly reply_restriction: boolean;
}

/** A handler's entry for the truth ledger. `kind` is a word such as post, reply, delete, hide, message, edit. */
export interface LedgerOptions {
  readonly kind: string;
  readonly platform_id: string;
  readonly text?: string;
  readonly media?: readonly LedgerMedia[];
  readonly in_reply_to?: string;
  /** The idempotency key, where the platform takes one. */
  readonly key?: string;
}

export interface LedgerMedia {
  readonly type: string;
  readonly url: string;
  readonly alt?: string;
}

export interface Callbacks {
  /**
   * Puts a callback into the durable outbox (inside an effect it is part of it); sending, retries and the faults
   * duplicate_callbacks and reordered_callbacks are the core's. The body is given as the exact text that was signed.
   * Does nothing but return when `url` is null, so platforms can pass `world.app.callback_url` as it is.
   */
  send(callback: {
    account: string;
    url: string | null;
    /** A word for the page and the log: comments, messages, tweet_create_events … */
    event: string;
    body: string;
    headers: Readonly<Record<string, string>>;
    /** Waits before each retry; default 1, 5, 30, 120, 600, 3600, 3600 seconds. */
    retrySeconds?: readonly number[];
  }): void;
}

/** Requests of the platform to its customers (handshakes). Only reaches this machine and private networks. */
export interface LocalHttp {
  /** Redirects are not followed. Throws on rejection, time-out (default 10 s) or when the address is not local. */
  request(options: {
    method: 'GET' | 'POST';
    url: string;
    headers?: Readonly<Record<string, string>>;
    body?: string;
    timeoutMs?: number;
  }): Promise<{ status: number; headers: Readonly<Record<string, string | undefined>>; body: string }>;
}

export interface Ids {
  /**
   * A decimal id that rises with time and never repeats: (ms since `epochMs`) << `counterBits` (22) plus a counter.
   * X has the epoch 1288834974657; Mastodon has 0 and 16 bits.
   */
  snowflake(epochMs?: number, counterBits?: number): string;
  /** Decimal digits: the prefix, then random ones up to `length`. */
  digits(prefix: string, length: number): string;
  /** Url-safe random text after the prefix, `length` characters in all after it. */
  text(prefix: string, length: number): string;
}

export interface Rate {
  readonly limit: number;
  readonly remaining: number;
  /** ms of the clock. */
  readonly resetAt: number;
  readonly exceeded: boolean;
}
