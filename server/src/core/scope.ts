/** Rights that an API key may carry (contract, 4.3). */
export const SCOPES = [
  'accounts:read',
  'accounts:manage',
  'posts:read',
  'posts:write',
  'media:read',
  'media:write',
  'inbox:read',
  'inbox:write',
  'dms:read',
  'dms:send',
  'webhooks:manage',
  'analytics:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** The right that an operation requires: a scope, `any` valid key, or `admin` (keys without restrictions only). */
export type Permission = Scope | 'any' | 'admin';

/** The brands that a key is limited to; empty: no limit. */
interface BrandLimit {
  readonly brandIds: readonly string[];
}

/** Whether the caller's key reaches the things of a brand. */
export function reachesBrand({ brandIds }: BrandLimit, brandId: string | undefined): boolean {
  return brandIds.length === 0 || (brandId !== undefined && brandIds.includes(brandId));
}

/** The brands that a list shows; undefined: all. `asked`: the only brand that the request wants. */
export function brandsShown(limit: BrandLimit, asked?: string): readonly string[] | undefined {
  if (asked === undefined) return limit.brandIds.length === 0 ? undefined : limit.brandIds;
  return reachesBrand(limit, asked) ? [asked] : [];
}
