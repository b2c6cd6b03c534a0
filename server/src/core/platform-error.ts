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
  /** What an `unknown` send came to know all the same; kept with the prepared material, so that `state` can read on. */
  readonly learned?: Readonly<Record<string, unknown>>;
  /** Why, where a caller must be able to tell it from other refusals of the same kind. */
  readonly reason?: 'insights_scope_missing' | 'consent_missing';
  /** What to do about it, where the kind alone does not tell. */
  readonly remedy?: string;
}

export class PlatformError extends Error {
  readonly kind: PlatformErrorKind;
  readonly facts: PlatformErrorFacts;

  constructor(kind: PlatformErrorKind, message: string, facts: PlatformErrorFacts = {}) {
    super(message.toWellFormed());
    this.name = 'PlatformError';
    this.kind = kind;
    // What was cut to a length may end in half a character, which no database takes.
    this.facts =
      facts.platformCode === undefined ? facts : { ...facts, platformCode: facts.platformCode.toWellFormed() };
  }
}
