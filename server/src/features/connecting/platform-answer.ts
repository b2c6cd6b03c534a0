import type { Connector } from '../../core/connector.ts';
import { ApiError, invalid } from '../../core/errors.ts';
import { INVALID_CLIENT, PlatformError } from '../../core/platform-error.ts';

/** Asks a platform while the request waits. Its rejections become our errors; `field` is the input that caused them. */
export async function asPlatformResponse<T>(connector: Connector, field: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof PlatformError) throw toApiError(connector, field, error);
    throw error;
  }
}

function toApiError({ platform, displayName, connecting }: Connector, field: string, error: PlatformError): ApiError {
  const { kind, message, facts } = error;
  if (facts.platformCode === INVALID_CLIENT) {
    const whose =
      connecting.ownApp === undefined ? 'the app of this installation' : 'the stored credentials of your app';
    return new ApiError(
      'invalid_credentials',
      `${displayName} rejected ${whose}: ${message}`,
      { resource: platform },
      connecting.ownApp === undefined ? `platform.${platform}.auth` : 'byok.credentials_invalid',
    );
  }
  switch (kind) {
    case 'rejected':
    case 'auth_expired':
    case 'not_found':
      return invalid(facts.field ?? field, `${displayName} rejected it: ${message}`, `platform.${platform}.auth`);
    case 'forbidden':
      return new ApiError(
        'invalid_credentials',
        `${displayName} does not allow it: ${message}`,
        { resource: platform, field: facts.field ?? field },
        `platform.${platform}.permission_denied`,
      );
    case 'not_supported':
      return new ApiError('not_supported', message, { resource: platform }, 'resource.not_supported');
    case 'rate_limited':
      return new ApiError(
        'platform_rate_limit',
        `${displayName} takes no more for now: ${message}`,
        facts.retryAfterSeconds === undefined ? {} : { retry_after: facts.retryAfterSeconds },
        `platform.${platform}.rate_limit`,
      );
    default:
      return new ApiError(
        'platform_error',
        `${displayName} did not answer as it should: ${message}`,
        { resource: platform },
        `platform.${platform}.api_error`,
      );
  }
}

/** 403 that names the missing permissions. */
export function assertScopes(connector: Connector, granted: readonly string[] | undefined): void {
  const missing = (connector.connecting.oauth?.requiredScopes ?? []).filter(
    (scope) => granted?.includes(scope) === false,
  );
  if (missing.length === 0) return;
  throw new ApiError(
    'insufficient_scope',
    `${connector.displayName} was not allowed to give ${missing.join(', ')}. Connect again and leave everything ticked.`,
    { required_scope: missing[0] as string, missing_scopes: missing },
    `platform.${connector.platform}.permission_denied`,
  );
}
