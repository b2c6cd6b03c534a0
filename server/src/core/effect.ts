import type { PlatformError } from './platform-error.ts';
import type { Session, SessionAccount } from './session.ts';

/** The item that an effect made on the platform. */
export interface Published {
  readonly platformId: string;
  readonly permalink?: string;
  /** Further facts of the response, for actions that store them. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/**
 * JSON that the connector needs later, such as container ids and upload ids. It is stored before the effect is sent. The
 * value under the key `secret` is stored too, but not shown in the journal.
 */
export type Prepared = Readonly<Record<string, unknown>>;

/** Whether prepared material may be sent now. `failed`: the platform rejected the material, and the attempt fails. */
export type Readiness =
  | { readonly state: 'ready' }
  | { readonly state: 'not_ready'; readonly checkAfterSeconds: number }
  | { readonly state: 'failed'; readonly error: PlatformError };

/**
 * A call that changes something on a platform, with the means to find out afterwards whether it happened. The class
 * decides what the engine does after a crash or a lost response; see `engine/recovery.ts`.
 */
export type Effect<Input> = KeyedEffect<Input> | TwoPhaseEffect<Input> | ListedEffect<Input> | BlindEffect<Input>;

interface EffectSteps<Input> {
  /** Uploads media and makes containers. It must make nothing public, because it may run again after a crash. */
  readonly prepare?: (session: Session, input: Input) => Promise<Prepared>;
  /** Whether the prepared material has been processed. Absent when it always is. */
  readonly ready?: (session: Session, prepared: Prepared) => Promise<Readiness>;
  /** The one call that has the effect. `key` is new for each intent, and the same when that intent is sent again. */
  readonly send: (session: Session, input: Input, prepared: Prepared, key: string) => Promise<Published>;
}

/** Lists the account's own items, to adopt an id or to prove that nothing happened. */
export interface Listing<Input> {
  /**
   * The account's own items made at or after `since` (the platform's clock may lag), in any order. Throws PlatformError with
   * the reason `list_cut` when there may be more than it read, because an item that is missing then proves nothing.
   */
  readonly list: (session: Session, input: Input, since: Date) => Promise<readonly Listed[]>;
  /** Whether this input would have made the listed item (short links, entities and spaces normalised). */
  readonly matches: (input: Input, item: Listed) => boolean;
  /** Whether `list` would show an item like this input, made at any time since then. Absent: it would. */
  readonly showsAllSince?: (input: Input, since: Date, now: Date) => boolean;
}

export interface Listed {
  readonly platformId: string;
  readonly permalink?: string;
  readonly text: string;
  readonly createdAt: Date;
  readonly mediaCount?: number;
  /** The platform shows only what it made of the text, without the marks of its markup. */
  readonly isRendered?: boolean;
}

/** Class A: the platform deduplicates by our key. Sent again with the same key inside the window, afterwards as class C. */
export interface KeyedEffect<Input> extends EffectSteps<Input>, Listing<Input> {
  readonly class: 'A';
  readonly keyWindowSeconds: number;
  /** Whether the account's server deduplicates by our key; elsewhere the effect is class C. Absent where all do. */
  readonly isKeyHonoured?: (account: Pick<SessionAccount, 'metadata'>) => boolean;
  /** As in class C, for after the window. */
  readonly lookupDelaysSeconds: readonly number[];
}

/** Doing it twice is the same as doing it once, such as a deletion or an edit. Sent again until there is a response. */
export interface RepeatableEffect<Input> extends EffectSteps<Input> {
  readonly class: 'repeatable';
}

/** Class B: prepared material has a readable state that proves whether it was sent. */
export interface TwoPhaseEffect<Input> extends EffectSteps<Input>, Listing<Input> {
  readonly class: 'B';
  readonly prepare: (session: Session, input: Input) => Promise<Prepared>;
  /**
   * `sent` may come without an id; the id is then looked up with `list`. `gone`: expired, must be prepared again.
   * `unreadable`: the state could only be read with an id from the lost response, so the effect is as blind as class D.
   */
  readonly state: (
    session: Session,
    prepared: Prepared,
  ) => Promise<{ readonly state: 'sent' | 'not_sent' | 'gone' | 'unreadable'; readonly published?: Published }>;
}

/** Class C: blind, but the account's own items can be listed. */
export interface ListedEffect<Input> extends EffectSteps<Input>, Listing<Input> {
  readonly class: 'C';
  /** Seconds from the lost response to each lookup. When the last one finds nothing, nothing was sent. */
  readonly lookupDelaysSeconds: readonly number[];
}

/** Class D: cannot be read back, so it is never sent again automatically. */
export interface BlindEffect<Input> extends EffectSteps<Input> {
  readonly class: 'D';
}
