import type { Kind } from './store.ts';

/** https://learn.microsoft.com/en-us/linkedin/shared/authentication/getting-access */
const memberScopes = [
  'openid',
  'profile',
  'email',
  'r_basicprofile',
  'w_member_social',
  'w_member_social_feed',
  'r_member_social',
  'r_member_social_feed',
];

const organizationScopes = [
  'r_organization_followers',
  'r_organization_social',
  'r_organization_social_feed',
  'r_organization_admin',
  'rw_organization_admin',
  'w_organization_social',
  'w_organization_social_feed',
];

/** Scopes that an app may request. */
export function offeredScopes(kind: Kind): readonly string[] {
  return kind === 'member' ? memberScopes : [...memberScopes, ...organizationScopes];
}

/** Scopes of the control API's tokens. Most apps may not read a member's posts. */
export function usualScopes(kind: Kind): readonly string[] {
  return kind === 'member'
    ? ['openid', 'profile', 'email', 'r_basicprofile', 'w_member_social']
    : ['openid', 'profile', 'r_basicprofile', ...organizationScopes];
}
