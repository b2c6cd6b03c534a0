import type { Appearance } from '../../core/appearance.ts';
import { commonRanges } from '../../core/text-ranges.ts';

export const appearance: Appearance = {
  ranges: commonRanges('link', 'mention', 'hashtag'),
  mayAddCard: ({ disable_link_preview: isDisabled }) => isDisabled !== true,
};
