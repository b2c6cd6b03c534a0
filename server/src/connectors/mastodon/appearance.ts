import type { Appearance } from '../../core/appearance.ts';
import { rangesBy } from '../../core/text-ranges.ts';
import { LINK } from './map.ts';

/** A handle, also with its server. https://github.com/mastodon/mastodon/blob/main/app/models/account.rb */
const MENTION = /(?<![\w/@.=])@\w[\w.-]*(?:@[\w.-]+\w)?/g;
/** A tag has at least one letter. https://github.com/mastodon/mastodon/blob/main/app/models/tag.rb */
const HASHTAG = /(?<![=/)\p{L}\p{M}\p{N}_])[#＃](?=[\p{M}\p{N}_·]*\p{L})[\p{L}\p{M}\p{N}_·]+/gu;

/** Servers make the card of the first link themselves. */
export const appearance: Appearance = {
  ranges(text) {
    const links = rangesBy('link', LINK, text, 0);
    const names = [...rangesBy('mention', MENTION, text, 1), ...rangesBy('hashtag', HASHTAG, text, 1)];
    const isOutside = (start: number) => links.every((link) => start < link.start || start >= link.end);
    return [...links, ...names.filter(({ start }) => isOutside(start))].sort((a, b) => a.start - b.start);
  },
  mayAddCard: () => true,
};
