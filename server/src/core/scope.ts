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
