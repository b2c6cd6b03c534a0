import type { ServiceErrorCode } from './generated/resources.ts';

/** The codes of the service, and those of a call without a readable answer. */
export type ErrorCode = ServiceErrorCode | 'network_error' | 'timeout' | 'http_error';

interface ErrorFacts {
  readonly code: ErrorCode;
  readonly status?: number;
  readonly detailCode?: string | undefined;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** A call that was rejected or got no response. */
export class HubbubError extends Error {
  override readonly name = 'HubbubError';
  readonly code: ErrorCode;
  /** The HTTP status; 0 when no response came. */
  readonly status: number;
  /** A finer code below `code`. */
  readonly detailCode: string | undefined;
  /** Facts, such as `field`, `max` and `resets_at`. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** The `X-Request-ID` of the response. */
  readonly requestId: string | undefined;
  /** Seconds until the call may be repeated. */
  readonly retryAfter: number | undefined;

  constructor(message: string, { code, status = 0, detailCode, meta = {}, requestId, retryAfter, cause }: ErrorFacts) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.detailCode = detailCode;
    this.meta = meta;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }

  /** The field of the input that is wrong. */
  get field(): string | undefined {
    return typeof this.meta.field === 'string' ? this.meta.field : undefined;
  }
}

/** Whether a call failed, and with one of these codes when some are given. */
export function isHubbubError<Code extends ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is HubbubError & { readonly code: Code } {
  return error instanceof HubbubError && (codes.length === 0 || (codes as readonly string[]).includes(error.code));
}

/** The error of a response that is not a success. */
export function errorOf(response: Response, body: unknown): HubbubError {
  const { error, code, detail_code, meta, request_id } = (body ?? {}) as Record<string, unknown>;
  const isOurs = typeof error === 'string' && typeof code === 'string';
  return new HubbubError(isOurs ? error : `The service answered with the status ${response.status}.`, {
    code: isOurs ? (code as ErrorCode) : 'http_error',
    status: response.status,
    detailCode: detail_code as string | undefined,
    meta: (meta ?? {}) as Record<string, unknown>,
    requestId: (request_id as string | undefined) ?? response.headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(response.headers.get('retry-after')),
  });
}

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
