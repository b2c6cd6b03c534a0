import type { Appearance } from '../../core/appearance.ts';
import { commonRanges } from '../../lib/text-ranges.ts';

export const appearance: Appearance = {
  ranges: commonRanges('link', 'mention', 'hashtag'),
  mayAddCard: ({ disable_link_preview: isDisabled }) => isDisabled !== true,
};
