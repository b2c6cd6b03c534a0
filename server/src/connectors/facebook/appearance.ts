import type { Appearance } from '../../core/appearance.ts';
import { commonRanges } from '../../core/text-ranges.ts';
import { addressOption, textOption } from '../shared/text-option.ts';

/** The link of a post is its card. Mentions need a permission of their own, so an `@` stays text. */
export const appearance: Appearance = {
  ranges: commonRanges('link', 'hashtag'),
  card(options) {
    const url = addressOption(options, 'link');
    return url === undefined ? undefined : { url };
  },
  mayAddCard: () => true,
  altTexts: (options) => [textOption(options, 'alt_text')],
};
