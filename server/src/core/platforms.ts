import { z } from 'zod';
import { ApiError } from './errors.ts';

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

export const PlatformName = z.enum(PLATFORMS).meta({ id: 'Platform' });

/** A platform as a text that is checked elsewhere, because other words have errors of their own. */
export const PlatformWord = z
  .string()
  .max(50)
  .meta({ wire: { $ref: '#/components/schemas/Platform' } });

/** A platform with reviews, for the examples of the reference. */
export const EXAMPLE_REVIEW_PLATFORM: Platform = 'google';

const ALIASES: Readonly<Record<string, Platform>> = { x: 'twitter' };

/** The platform of a name (`x` is `twitter`), or undefined. */
export function toPlatform(word: string): Platform | undefined {
  if ((PLATFORMS as readonly string[]).includes(word)) return word as Platform;
  return Object.hasOwn(ALIASES, word) ? ALIASES[word] : undefined;
}

/** The platform of a name; 400 naming the field for an unknown one. */
export function platformNamed(word: string, field: string): Platform {
  return toPlatform(word) ?? rejectPlatform(word, field, PLATFORMS);
}

/** Throws 400 for a platform that is not available here. */
export function rejectPlatform(word: string, field: string, known: readonly Platform[]): never {
  const name = JSON.stringify(word.slice(0, 100));
  const message = toPlatform(word) === undefined ? `There is no platform ${name}.` : `${name} is not available here.`;
  const hint = known.length === 0 ? '' : ` There is ${known.join(', ')}.`;
  throw new ApiError('unsupported_platform', `${message}${hint}`, { field }, 'account.unsupported_platform');
}
