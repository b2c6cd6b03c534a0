import { createRequire } from 'node:module';

type ParseTweet = (text: string) => { weightedLength: number };
let parseTweet: ParseTweet | undefined;

/** Longer texts are too long in any case, so they are not searched for addresses. */
export const READ_MAX = 8192;

/**
 * Weighted length as X counts it: two for most scripts beyond the Latin ones and for emoji, 23 for every address. X's
 * own counter takes 15 MB of memory, so the first text that needs it loads it.
 */
export function weightedLength(text: string): number {
  if (text.length > READ_MAX || isPlain(text)) return text.length;
  parseTweet ??= createRequire(import.meta.url)('twitter-text/dist/parseTweet.js') as ParseTweet;
  return parseTweet(withoutEndlessHosts(text)).weightedLength;
}

/** More dots than any host has. X's patterns take quadratic time over such chains, so they count as words. */
const HOST_DOTS_MAX = 40;

export function withoutEndlessHosts(text: string): string {
  const isEndless = (part: string) => part.split('.').length > HOST_DOTS_MAX;
  return text
    .split(/([\s/?])/)
    .map((part) => (isEndless(part) ? part.replaceAll('.', ',') : part))
    .join('');
}

/** ASCII that can contain no address: every character weighs one. */
function isPlain(text: string): boolean {
  return /^[\x00-\x7f]*$/.test(text) && !/\.[a-z]/i.test(text);
}
