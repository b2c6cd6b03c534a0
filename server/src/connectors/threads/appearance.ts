import type { Appearance } from '../../core/appearance.ts';
import { commonRanges } from '../../core/text-ranges.ts';
import { addressOption } from '../shared/text-option.ts';

/** Without `link_attachment` Threads makes a card of the first link of a text. */
export const appearance: Appearance = {
  ranges: commonRanges('link', 'mention', 'hashtag'),
  card(options) {
    const url = addressOption(options, 'link_attachment');
    return url === undefined ? undefined : { url };
  },
  mayAddCard: () => true,
};
