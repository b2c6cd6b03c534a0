import type { Appearance } from '../../core/appearance.ts';
import { commonRanges } from '../../core/text-ranges.ts';
import { textOption } from '../shared/text-option.ts';

/** A pin leads to its `link`; addresses in the description stay text. */
export const appearance: Appearance = {
  ranges: commonRanges('hashtag'),
  altTexts: (options) => [textOption(options, 'alt_text')],
};
