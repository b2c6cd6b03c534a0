import { createHash } from 'node:crypto';
import { findLinks, type Span } from '../text.ts';

/** A link in the shown text, or at its end where X hangs on a photo or a quoted post. */
export interface Attached {
  readonly expanded_url: string;
  readonly display_url: string;
  readonly media_key?: string;
}

interface Found extends Span {
  readonly kind: 'url' | 'mention' | 'hashtag' | 'cashtag';
  readonly value: string;
}

export interface Shown {
  readonly text: string;
  readonly entities: Record<string, object[]>;
}

const names = /(?<![\w!#$%&*@＠])[@＠](\w{1,15})(?![\w@＠])/g;
const hashtags = /(?<![\p{L}\p{N}_&/])[#＃]([\p{L}\p{N}\p{M}_]*\p{L}[\p{L}\p{N}\p{M}_]*)/gu;
const cashtags = /(?<![^\s])\$([A-Za-z]{1,6}(?:[._][A-Za-z]{1,2})?)(?=$|[\s.,!?;:)])/g;

/** Usernames after an @, without links and e-mail addresses. */
export function findNames(text: string): string[] {
  return find(text).flatMap(({ kind, value }) => (kind === 'mention' ? [value] : []));
}

function find(text: string): Found[] {
  const links: Found[] = findLinks(text).map((link) => ({
    ...link,
    kind: 'url',
    value: text.slice(link.start, link.end),
  }));
  const isOutside = ({ start, end }: Span) => !links.some((link) => start < link.end && end > link.start);
  const tagged = (pattern: RegExp, kind: Found['kind']): Found[] =>
    [...text.matchAll(pattern)].map((match) => ({
      kind,
      value: match[1] ?? '',
      start: match.index,
      end: match.index + match[0].length,
    }));
  const others = [...tagged(names, 'mention'), ...tagged(hashtags, 'hashtag'), ...tagged(cashtags, 'cashtag')];
  return [...links, ...others.filter(isOutside)].sort((a, b) => a.start - b.start);
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * The text as the API returns it: links become t.co addresses, `& < >` become entities, and attachments hang on as links.
 * Positions count code points of the returned text. `personId` tells who a name belongs to; unknown names are plain text.
 */
export function show(
  post: { readonly id: string; readonly text: string },
  attached: readonly Attached[],
  personId: (username: string) => string | undefined,
): Shown {
  const entities: Record<string, object[]> = {};
  let text = '';
  let length = 0;
  let links = 0;
  const append = (raw: string) => {
    const escaped = raw.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);
    text += escaped;
    length += [...escaped].length;
  };
  const note = (kind: string, entity: (start: number, end: number) => object, raw: string) => {
    const start = length;
    append(raw);
    entities[kind] = [...(entities[kind] ?? []), entity(start, length)];
  };
  const shorten = (target: Attached) => {
    const url = `https://t.co/${slug(post.id, links++)}`;
    note('urls', (start, end) => ({ start, end, url, ...target }), url);
  };

  let position = 0;
  for (const { kind, value, start, end } of find(post.text)) {
    append(post.text.slice(position, start));
    const raw = post.text.slice(start, end);
    position = end;
    if (kind === 'url') shorten(written(value));
    else if (kind === 'hashtag') note('hashtags', (start, end) => ({ start, end, tag: value }), raw);
    else if (kind === 'cashtag') note('cashtags', (start, end) => ({ start, end, tag: value }), raw);
    else {
      const id = personId(value);
      if (id === undefined) append(raw);
      else note('mentions', (start, end) => ({ start, end, username: value, id }), raw);
    }
  }
  append(post.text.slice(position));
  for (const target of attached) {
    if (length > 0) append(' ');
    shorten(target);
  }
  return { text, entities };
}

function written(url: string): Attached {
  const full = /^https?:\/\//i.test(url) ? url : `http://${url}`;
  const bare = full.replace(/^https?:\/\/(www\.)?/i, '');
  return { expanded_url: full, display_url: bare.length > 26 ? `${bare.slice(0, 26)}…` : bare };
}

/** Ten letters and digits, the same for the same link of the same post. */
function slug(postId: string, index: number): string {
  const hash = createHash('sha256').update(`${postId}/${index}`).digest('base64');
  return hash.replace(/[^A-Za-z0-9]/g, '').slice(0, 10);
}
