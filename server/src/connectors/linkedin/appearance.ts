import type { Appearance } from '../../core/appearance.ts';
import { commonRanges } from '../../core/text-ranges.ts';
import { compact } from '../../lib/compact.ts';
import { addressOption, textOption } from '../shared/text-option.ts';

/** Both LinkedIn platforms show an article as a card, and make none of a link in the text of an app. */
export const appearance: Appearance = {
  ranges: commonRanges('link', 'hashtag'),
  card(options) {
    const url = addressOption(options, 'article_url');
    if (url === undefined) return undefined;
    const title = textOption(options, 'article_title');
    return { url, ...compact({ title, description: textOption(options, 'article_description') }), takesImage: true };
  },
  altTexts(options) {
    const texts = Array.isArray(options.alt_texts) ? options.alt_texts : [];
    const [first = textOption(options, 'alt_text'), ...rest] = texts;
    return [first, ...rest].map((text) => (typeof text === 'string' ? text : undefined));
  },
};
