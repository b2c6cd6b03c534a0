import { Marked } from 'marked';

/** A heading with the id that code hosts give it too. */
export interface Heading {
  readonly id: string;
  readonly depth: number;
  readonly text: string;
  /** The Markdown from this heading to the next one. */
  readonly body: string;
}

/** The headings of a text in Markdown, with ids that are unique in it. */
export function headingsOf(text: string): Heading[] {
  const seen = new Map<string, number>();
  const found: { id: string; depth: number; text: string; body: string }[] = [];
  for (const token of new Marked().lexer(text)) {
    if (token.type !== 'heading') {
      const last = found.at(-1);
      if (last !== undefined) last.body += token.raw;
      continue;
    }
    const plain = plainOf(token.text);
    const slug = slugOf(plain);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    found.push({ id: count === 0 ? slug : `${slug}-${count}`, depth: token.depth, text: plain, body: '' });
  }
  return found;
}

/** Text of one line of Markdown, without its marks. */
function plainOf(inline: string): string {
  return inline.replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1').replace(/[`*]/g, '');
}

/** The id of a heading as GitHub makes it: small letters, hyphens for spaces, no punctuation. */
function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
}
