/** Platform names as the API writes them. Folders of connectors and simulated platforms bear the same names. */
export const PLATFORMS = [
  'instagram',
  'facebook',
  'threads',
  'whatsapp',
  'tiktok',
  'linkedin',
  'linkedin_page',
  'youtube',
  'google',
  'twitter',
  'pinterest',
  'telegram',
  'bluesky',
  'mastodon',
] as const;

export type Platform = (typeof PLATFORMS)[number];

const ALIASES: Readonly<Record<string, Platform>> = { x: 'twitter' };

/** The platform that a caller's word means (`x` is `twitter`), or undefined. */
export function toPlatform(word: string): Platform | undefined {
  if ((PLATFORMS as readonly string[]).includes(word)) return word as Platform;
  return Object.hasOwn(ALIASES, word) ? ALIASES[word] : undefined;
}
