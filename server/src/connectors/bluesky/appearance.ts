import type { Appearance } from '../../core/appearance.ts';
import { addressOption, textOption } from '../shared/text-option.ts';
import { findFacets } from './record/facets.ts';

/** The facets before handles are looked up, and the card of `link`. Bluesky makes no cards of its own. */
export const appearance: Appearance = {
  ranges: (text) =>
    findFacets(text).map((found) => ({ ...found, kind: found.kind === 'tag' ? 'hashtag' : found.kind })),
  isExact: true,
  card(options) {
    const url = addressOption(options, 'link');
    if (url === undefined) return undefined;
    const title = textOption(options, 'link_title') ?? new URL(url).hostname;
    return { url, title, description: textOption(options, 'link_description') ?? '', takesImage: true };
  },
};
