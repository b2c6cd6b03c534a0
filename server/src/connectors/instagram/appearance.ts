import type { Appearance } from '../../core/appearance.ts';
import { commonRanges } from '../../core/text-ranges.ts';
import { textOption } from '../shared/text-option.ts';

/** Addresses in a caption stay text. */
export const appearance: Appearance = {
  ranges: commonRanges('mention', 'hashtag'),
  altTexts: (options) => [textOption(options, 'alt_text')],
};
