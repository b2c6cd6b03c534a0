import { createRequire } from 'node:module';
import type { Appearance, TextRange } from '../../core/appearance.ts';
import { READ_MAX, withoutEndlessHosts } from './length.ts';

interface Entity {
  readonly indices: readonly [number, number];
  readonly url?: string;
  readonly hashtag?: string;
  readonly cashtag?: string;
  readonly screenName?: string;
}
type Extract = (text: string) => readonly Entity[];
let extract: Extract | undefined;

/** What X's own library finds. It is loaded by the first text that may contain something. */
function ranges(text: string): TextRange[] {
  if (text.length > READ_MAX || !/[@＠#＃$]|[^\s]\.[^\s]/u.test(text)) return [];
  extract ??= createRequire(import.meta.url)('twitter-text/dist/extractEntitiesWithIndices.js') as Extract;
  return extract(withoutEndlessHosts(text)).map(({ indices: [start, end], ...entity }) => {
    const { url, screenName, hashtag, cashtag } = entity;
    if (url !== undefined) return { kind: 'link', start, end, value: url };
    if (screenName !== undefined) return { kind: 'mention', start, end, value: screenName };
    return { kind: 'hashtag', start, end, value: hashtag ?? `$${cashtag}` };
  });
}

export const appearance: Appearance = { ranges, isExact: true, mayAddCard: () => true };
