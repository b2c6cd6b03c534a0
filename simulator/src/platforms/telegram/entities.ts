import { badRequest } from './errors.ts';
import type { Entity } from './store.ts';

/** A text without its markup, and where the marked parts are, in UTF-16 units. */
export interface Formatted {
  readonly text: string;
  readonly entities: readonly Entity[];
}

/** https://core.telegram.org/bots/api#html-style */
const tags: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  code: 'code',
  pre: 'pre',
  a: 'text_link',
  blockquote: 'blockquote',
  'tg-spoiler': 'spoiler',
  span: 'spoiler',
};
const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

export function fromHtml(source: string): Formatted {
  const entities: Entity[] = [];
  const open: { tag: string; offset: number; extra: object }[] = [];
  let text = '';
  const pattern = /<(\/?)([a-zA-Z-]*)(|[^a-zA-Z<>-][^<>]*)>|&(#x?[0-9a-fA-F]+|\w+);|[^<&]+|[<&]/g;
  for (const [whole, slash, tag = '', attributes = '', character] of source.matchAll(pattern)) {
    if (character !== undefined) text += decoded(character, whole);
    else if (slash === undefined) {
      if (whole === '<') throw unparsable(`Unexpected end of tag at byte offset ${bytesUntil(source, text)}`);
      text += whole;
    } else if (slash === '') {
      const name = tag.toLowerCase();
      if (!tags[name]) throw unparsable(`Unsupported start tag "${name}" at byte offset ${bytesUntil(source, whole)}`);
      const href = /href\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1];
      open.push({ tag: name, offset: text.length, extra: name === 'a' && href ? { url: decodeAll(href) } : {} });
    } else {
      const last = open.pop();
      if (!last) throw unparsable(`Unexpected end tag at byte offset ${bytesUntil(source, whole)}`);
      if (tag !== '' && last.tag !== tag.toLowerCase())
        throw unparsable(
          `Unmatched end tag at byte offset ${bytesUntil(source, whole)}, expected "</${last.tag}>", found "</${tag}>"`,
        );
      const length = text.length - last.offset;
      if (length > 0) entities.push({ offset: last.offset, length, type: tags[last.tag] ?? 'bold', ...last.extra });
    }
  }
  const left = open.at(-1);
  if (left) throw unparsable(`Can't find end tag corresponding to start tag "${left.tag}"`);
  return trimmed(text, entities);
}

function unparsable(reason: string) {
  return badRequest(`can't parse entities: ${reason}`);
}

function decoded(character: string, whole: string): string {
  if (character.startsWith('#')) {
    const isHex = /^#x/i.test(character);
    const code = Number.parseInt(character.slice(isHex ? 2 : 1), isHex ? 16 : 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  }
  return named[character] ?? whole;
}

function decodeAll(text: string): string {
  return text.replace(/&(#x?[0-9a-fA-F]+|\w+);/g, (whole, character: string) => decoded(character, whole));
}

function bytesUntil(source: string, part: string): number {
  return Buffer.byteLength(source.slice(0, Math.max(0, source.indexOf(part))));
}

/** https://core.telegram.org/bots/api#markdownv2-style : every special character that marks nothing must be escaped. */
const marks: readonly [string, string][] = [
  ['__', 'underline'],
  ['||', 'spoiler'],
  ['*', 'bold'],
  ['_', 'italic'],
  ['~', 'strikethrough'],
  ['`', 'code'],
];
const reserved = '_*[]()~`>#+-=|{}.!';

export function fromMarkdown(source: string): Formatted {
  const entities: Entity[] = [];
  const open: { mark: string; type: string; offset: number }[] = [];
  let text = '';
  for (let at = 0; at < source.length; ) {
    const character = source[at] ?? '';
    if (character === '\\' && at + 1 < source.length) {
      text += source[at + 1];
      at += 2;
      continue;
    }
    const last = open.at(-1);
    const isRaw = last?.mark === '`';
    const [mark, type] = marks.find(([sign]) => source.startsWith(sign, at) && (!isRaw || sign === '`')) ?? [];
    if (mark !== undefined && type !== undefined) {
      if (last?.mark === mark) {
        open.pop();
        if (text.length > last.offset) entities.push({ offset: last.offset, length: text.length - last.offset, type });
      } else open.push({ mark, type, offset: text.length });
      at += mark.length;
      continue;
    }
    if (character === '[' && !isRaw) {
      open.push({ mark: '[', type: 'text_link', offset: text.length });
      at += 1;
      continue;
    }
    const link = last?.mark === '[' ? /^\]\(((?:[^)\\]|\\.)*)\)/.exec(source.slice(at)) : null;
    if (last && link) {
      open.pop();
      const url = (link[1] ?? '').replace(/\\(.)/g, '$1');
      entities.push({ offset: last.offset, length: text.length - last.offset, type: 'text_link', url });
      at += link[0].length;
      continue;
    }
    if (reserved.includes(character) && !isRaw)
      throw unparsable(`Character '${character}' is reserved and must be escaped with the preceding '\\'`);
    text += character;
    at += 1;
  }
  const left = open.at(-1);
  if (left)
    throw unparsable(
      `Can't find end of ${left.type} entity at byte offset ${Buffer.byteLength(text.slice(0, left.offset))}`,
    );
  return trimmed(text, entities);
}

export function plain(text: string, entities: readonly Entity[] = []): Formatted {
  return trimmed(text, entities);
}

/** Space around a text is dropped; what the server recognises itself is added. */
function trimmed(source: string, marked: readonly Entity[]): Formatted {
  const start = source.length - source.trimStart().length;
  const text = source.trim();
  const shifted = marked.map((entity) => ({ ...entity, offset: Math.max(0, entity.offset - start) }));
  const isFree = (offset: number) => !shifted.some((one) => offset >= one.offset && offset < one.offset + one.length);
  const found: Entity[] = [];
  const pattern =
    /(https?:\/\/[^\s<>](?:[.,;:!?)]*[^\s<>.,;:!?)])+)|(?<![\w@])(@\w{4,})|(?<![\w#])(#[\p{L}\d_]+)|(?<!\S)(\/[a-z_]+)/giu;
  for (const { 0: whole, 1: url, 2: mention, 3: tag, index } of text.matchAll(pattern)) {
    const type = url ? 'url' : mention ? 'mention' : tag ? 'hashtag' : 'bot_command';
    if (isFree(index)) found.push({ offset: index, length: whole.length, type });
  }
  const entities = [...shifted, ...found].sort((a, b) => a.offset - b.offset || b.length - a.length);
  return { text, entities };
}
