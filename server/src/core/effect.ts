import type { PlatformError } from './platform-error.ts';
import type { Session } from './session.ts';

/** Where an effect ended up on the platform. */
export interface Published {
  readonly platformId: string;
  readonly permalink?: string;
  /** What else the answer told, for kinds of actions that keep it. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/**
 * JSON that the connector wants back later: container ids, upload ids. Stored before the effect is sent. What is below
 * the key `secret` is stored too, but not shown in the journal.
 */
export type Prepared = Readonly<Record<string, unknown>>;

/** Whether prepared material may be sent now. `failed` ends the attempt; the platform refused the material. */
export type Readiness =
  | { readonly state: 'ready' }
  | { readonly state: 'not_ready'; readonly checkAfterSeconds: number }
  | { readonly state: 'failed'; readonly error: PlatformError };

/**
 * Something done to the outside world, with the means to find out afterwards whether it happened. The class decides
 * what the pipeline does after a crash or a lost answer; see `features/actions/`.
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
  /**
   * `sent` may come without an id; the id is then looked up with `list`. `gone`: expired, must be prepared again.
   * `unreadable`: what would tell came with the answer that was lost, so this one is as blind as class D.
   */
  readonly state: (
    session: Session,
    prepared: Prepared,
  ) => Promise<{ readonly state: 'sent' | 'not_sent' | 'gone' | 'unreadable'; readonly published?: Published }>;
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
