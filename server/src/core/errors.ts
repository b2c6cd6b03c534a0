/** Flat error codes and their status (contract, 2.2). The list is closed. */
export const ERROR_STATUS = {
  missing_metadata: 400,
  unsupported_platform: 400,
  invalid_request: 400,
  webhook_verification_failed: 400,
  window_closed: 400,
  private_reply_ineligible: 400,
  unauthorized: 401,
  invalid_token: 401,
  invalid_credentials: 401,
  past_due: 402,
  insufficient_scope: 403,
  dashboard_only: 403,
  brand_limit_reached: 403,
  reconnection_required: 403,
  permission_denied: 403,
  account_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  account_already_linked: 409,
  conflict: 409,
  idempotency_key_in_use: 409,
  gone: 410,
  credentials_missing: 412,
  storage_quota_exceeded: 413,
  payload_too_large: 413,
  unsupported_media_type: 415,
  all_targets_failed: 422,
  unsupported_source: 422,
  mixing_unsupported: 422,
  idempotency_key_reused: 422,
  rate_limit_exceeded: 429,
  platform_rate_limit: 429,
  export_limit: 429,
  export_cooldown: 429,
  export_concurrent: 429,
  too_many_requests: 429,
  internal_error: 500,
  not_supported: 501,
  platform_error: 502,
  unavailable: 503,
  platform_timeout: 504,
  storage_unavailable: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Extra facts of an error, sent as `meta`. */
export interface ErrorMeta {
  field?: string;
  plan?: string;
  max?: number;
  resource?: string;
  id?: string;
  required_scope?: string;
  retry_after?: number;
  [key: string]: unknown;
}

/** The one error that operations throw; http turns it into status, `error`, `code`, `detail_code` and `meta`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly meta: ErrorMeta | undefined;
  readonly detailCode: string | undefined;
  readonly status: number;

  /** Overrides the code's status, where the contract gives it a second one. */
  constructor(
    code: ErrorCode,
    message: string,
    meta?: ErrorMeta,
    detailCode?: string,
    status: number = ERROR_STATUS[code],
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.meta = meta;
    this.detailCode = detailCode;
    this.status = status;
  }
}

/** 400 `invalid_request` that names the field. */
export function invalid(field: string, message: string, detailCode = 'validation.field_invalid'): ApiError {
  return new ApiError('invalid_request', message, { field }, detailCode);
}

/** 400 `missing_metadata` for a field that the request must have. */
export function missing(field: string, message = `The field ${field} is required.`): ApiError {
  return new ApiError('missing_metadata', message, { field }, 'validation.field_required');
}

/** 409 for what the present state of a resource does not allow. */
export function conflict(message: string, meta: ErrorMeta, detailCode = 'resource.conflict'): ApiError {
  return new ApiError('conflict', message, meta, detailCode);
}

/** 410 for what has ended. */
export function gone(message: string, meta: ErrorMeta, detailCode = 'resource.gone'): ApiError {
  return new ApiError('gone', message, meta, detailCode);
}

/** 403 for what an actor would send that does not send alone. */
export function waitsForPerson(): ApiError {
  return new ApiError(
    'permission_denied',
    'You publish and answer nothing alone. Somebody who may send must do this. Drafts are yours.',
    undefined,
    'auth.held',
  );
}

/** 404 for a resource that does not exist or belongs to somebody else; the response does not say which. */
export function notFound(resource: string, id: string, field?: string): ApiError {
  const code = resource === 'account' ? 'account_not_found' : 'not_found';
  return new ApiError(
    code,
    `No ${resource.replace('_', ' ')} has the id ${JSON.stringify(id)}.`,
    { resource, id, ...(field === undefined ? {} : { field }) },
    `${resource}.not_found`,
  );
}

/** 501 for an ability that the platform lacks. */
export function notSupported(platform: string, what: string): ApiError {
  return new ApiError(
    'not_supported',
    `${platform} does not support ${what}.`,
    { resource: platform },
    'resource.not_supported',
  );
}

/** Seconds after which a write that found no room may be tried again. */
const ROOM_RETRY_SECONDS = 30;

/** 507 for a write that finds no room. Nothing of it was kept. */
export function outOfRoom(cause?: unknown): ApiError {
  const message = 'No room is left to store this. Nothing was changed. Try again later.';
  const error = new ApiError('storage_unavailable', message, { retry_after: ROOM_RETRY_SECONDS });
  error.cause = cause;
  return error;
}
