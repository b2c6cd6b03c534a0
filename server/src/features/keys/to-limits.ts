import { toInstant } from '../../core/instant.ts';
import type { KeyLimits } from './key.repository.ts';

/** The limits that a caller named; absent ones stay absent. Repeated words count once. */
export function toLimits({
  scopes,
  brand_ids: brandIds,
  allowed_ips: allowedIps,
  expires_at: expiresAt,
}: {
  readonly scopes?: readonly string[] | undefined;
  readonly brand_ids?: readonly string[] | undefined;
  readonly allowed_ips?: readonly string[] | undefined;
  readonly expires_at?: string | null | undefined;
}): Partial<KeyLimits> {
  return {
    ...(scopes === undefined ? {} : { scopes: [...new Set(scopes)] }),
    ...(brandIds === undefined ? {} : { brandIds: [...new Set(brandIds)] }),
    ...(allowedIps === undefined ? {} : { allowedIps: [...new Set(allowedIps)] }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : (toInstant(expiresAt) ?? null) }),
  };
}
