import type { TextRange } from './appearance.ts';

/** Hashtags and mentions as most platforms read them, with their signs. */
export const HASHTAG = /(?<![\p{L}\p{N}_])#[\p{L}\p{M}\p{N}_]+/gu;
export const MENTION = /(?<![\p{L}\p{N}_.])@[\p{L}\p{M}\p{N}_.]+/gu;
/** A web address up to white space, a quotation mark or the punctuation of its sentence. */
const LINK = /https?:\/\/(?:[.,;:!?'()[\]]*[^\s<>".,;:!?'()[\]])+/gi;

type RangeKind = TextRange['kind'];

/** Builds a search for these kinds by the common patterns. Signs within an address are part of it. */
export function commonRanges(...kinds: readonly RangeKind[]) {
  return (text: string) => {
    const links = rangesBy('link', LINK, text, 0);
    const isInLink = ({ start }: { start: number }) => links.some((link) => start >= link.start && start < link.end);
    const names = [...rangesBy('mention', MENTION, text, 1), ...rangesBy('hashtag', HASHTAG, text, 1)];
    return [...links, ...names.filter((range) => !isInLink(range))]
      .filter(({ kind }) => kinds.includes(kind))
      .sort((a, b) => a.start - b.start);
  };
}

/** The matches of a pattern, without final dots. `signs`: leading characters that are not part of the value. */
export function rangesBy(kind: RangeKind, pattern: RegExp, text: string, signs: number) {
  return [...text.matchAll(pattern)].flatMap(({ 0: match, index: start }) => {
    let length = match.length;
    while (match[length - 1] === '.') length -= 1;
    return length > signs ? [{ kind, start, end: start + length, value: match.slice(signs, length) }] : [];
  });
}
