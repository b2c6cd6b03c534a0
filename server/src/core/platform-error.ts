import type { ErrorCode } from './errors.ts';

/** The closed list of failures on a platform. Generic code decides by this word alone. */
export type PlatformErrorKind =
  | 'auth_expired'
  | 'forbidden'
  | 'rate_limited'
  | 'rejected'
  | 'not_found'
  /** The account's server lacks this call. */
  | 'not_supported'
  /** It provably did not happen and may be tried again later. */
  | 'unavailable'
  /** It may have happened. */
  | 'unknown';

/** Our `platformCode` for every platform: it already has the same content. */
export const DUPLICATE = 'duplicate';
/** Our `platformCode` for every platform: it rejects the credentials of the app itself. */
export const INVALID_CLIENT = 'invalid_client';

export interface PlatformErrorFacts {
  /** The platform's own code, e.g. `190` or `9007/2207027`; `duplicate` when it has the same content already. */
  readonly platformCode?: string;
  /** Seconds until the platform accepts calls again. */
  readonly retryAfterSeconds?: number;
  /** Whether the pause counts for every account of the app. */
  readonly wholeApp?: boolean;
  readonly status?: number;
  /** The platform rejected the refresh token itself. Only this disconnects an account. */
  readonly invalidGrant?: boolean;
  /** Our field that the platform objected to. */
  readonly field?: string;
  /**
   * Facts learned by a send with an `unknown` outcome; stored with the prepared material, so that `state` can use them.
   */
  readonly learned?: Readonly<Record<string, unknown>>;
  /** A reason that callers must tell from other rejections of the same kind. */
  readonly reason?: 'insights_scope_missing' | 'consent_missing' | 'list_cut';
  /** Whether the fault is this installation's, such as a full disk or a lost file. */
  readonly isOurs?: true;
  /** Advice, where the kind alone does not contain it. */
  readonly remedy?: string;
}

/** How the API reports one of a platform's own codes, where its kind alone does not say enough. */
export interface ReportedError {
  readonly code: ErrorCode;
  readonly detailCode: string;
  /** The HTTP status, where it differs from the usual one of `code`. */
  readonly status?: number;
}

export class PlatformError extends Error {
  readonly kind: PlatformErrorKind;
  readonly facts: PlatformErrorFacts;

  constructor(kind: PlatformErrorKind, message: string, facts: PlatformErrorFacts = {}) {
    super(message.toWellFormed());
    this.name = 'PlatformError';
    this.kind = kind;
    // A text cut to a length may end in half a character, which no database stores.
    this.facts =
      facts.platformCode === undefined ? facts : { ...facts, platformCode: facts.platformCode.toWellFormed() };
  }
}

/** For `catch`: gives undefined after failures of these kinds, and throws every other error again. */
export function unless(...kinds: readonly PlatformErrorKind[]): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof PlatformError && kinds.includes(error.kind)) return undefined;
    throw error;
  };
}

/** A stored file that its row promises is not there: the storage is another one, or lost files. */
export function missingFileError(): PlatformError {
  return new PlatformError('unavailable', 'The stored file is not there.', {
    field: 'media',
    isOurs: true,
    remedy: 'Retry when the operator has restored the storage of media, or upload the file again and use its new id.',
  });
}
