const prefix = 'https://www.googleapis.com/auth/';

/** https://developers.google.com/my-business/content/implement-oauth */
export const businessScope = `${prefix}business.manage`;

export const allScopes: readonly string[] = [
  businessScope,
  'openid',
  `${prefix}userinfo.email`,
  `${prefix}userinfo.profile`,
];

/** `email` and `profile` are short for the userinfo scopes; null when there is no such scope. */
export function scopeNamed(word: string): string | null {
  if (word === 'email' || word === 'profile') return `${prefix}userinfo.${word}`;
  return word === 'openid' || word.startsWith(prefix) ? word : null;
}
