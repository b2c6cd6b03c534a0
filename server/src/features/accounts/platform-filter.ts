import { type Platform, platformNamed } from '../../core/platforms.ts';

/** The platform that a filter's word names, as a part of a filter; 400 for a word that is none. */
export function platformFilter(word: string | undefined): { platform?: Platform } {
  return word === undefined ? {} : { platform: platformNamed(word, 'platform') };
}
