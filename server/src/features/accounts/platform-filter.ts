import { ApiError } from '../../core/errors.ts';
import { type Platform, toPlatform } from '../../core/platforms.ts';

/** The platform that a filter's word names, as a part of a filter; 400 for a word that is none. */
export function platformFilter(word: string | undefined): { platform?: Platform } {
  if (word === undefined) return {};
  const platform = toPlatform(word);
  if (platform === undefined)
    throw new ApiError(
      'unsupported_platform',
      `There is no platform ${JSON.stringify(word)}.`,
      { field: 'platform' },
      'account.unsupported_platform',
    );
  return { platform };
}
