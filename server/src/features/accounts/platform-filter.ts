import { type Platform, platformNamed } from '../../core/platforms.ts';

/** The platform of a filter; 400 for an unknown name. */
export function platformFilter(word: string | undefined): { platform?: Platform } {
  return word === undefined ? {} : { platform: platformNamed(word, 'platform') };
}
