import { isBareTopLevel, isCountry, isTopLevel } from './tlds.ts';

/** The weighted length a post may have: https://docs.x.com/fundamentals/counting-characters */
export const textLengthMax = 280;
/** Every link counts as this many characters, since it becomes a t.co address. */
const linkLength = 23;

/** A range of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Length by the twitter-text v3 rules: NFC, links 23, emoji 2, Latin and its neighbours 1, everything else 2. */
export function weightedLength(text: string): number {
  const normal = text.normalize('NFC');
  let length = 0;
  let position = 0;
  for (const link of findLinks(normal)) {
    length += weigh(normal.slice(position, link.start)) + linkLength;
    position = link.end;
  }
  return length + weigh(normal.slice(position));
}

/** One emoji as people see it: flags, keycaps, skin tones and joined families included. */
const emoji =
  /\p{RGI_Emoji}|[0-9#*]\uFE0F?\u20E3|(?![\u00A9\u00AE\u2122](?!\uFE0F))\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?(?:\u200D\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)*/gv;

function weigh(text: string): number {
  let length = 0;
  let position = 0;
  for (const match of text.matchAll(emoji)) {
    length += weighCharacters(text.slice(position, match.index)) + 2;
    position = match.index + match[0].length;
  }
  return length + weighCharacters(text.slice(position));
}

const lightRanges = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const;

function weighCharacters(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += lightRanges.some(([from, to]) => code >= from && code <= to) ? 1 : 2;
  }
  return length;
}

const hosts =
  /(?<![A-Za-z0-9@＠$#＃])(https?:\/\/)([\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}\p{M}_-]+)+)|(?<![A-Za-z0-9@＠$#＃_./-])([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+)/giu;

/** The addresses in a text, with and without scheme, in order. */
export function findLinks(text: string): Span[] {
  const links: Span[] = [];
  let free = 0;
  for (const match of text.matchAll(hosts)) {
    const start = match.index;
    if (start < free) continue;
    const [, scheme, fullHost, bareHost] = match;
    const host = hostLength(fullHost ?? bareHost ?? '', scheme ? isTopLevel : isBareTopLevel);
    const hostEnd = start + (scheme ?? '').length + host;
    if (host === 0 || /[0-9A-Za-z@+-]/.test(text[hostEnd] ?? '')) continue;
    const portEnd = hostEnd + (/^:\d+/.exec(text.slice(hostEnd, hostEnd + 6))?.[0].length ?? 0);
    const pathEnd = text[portEnd] === '/' ? endOfPath(text, portEnd) : portEnd;
    const hasPath = pathEnd > portEnd;
    if (!scheme && !hasPath && isShortCountryName((bareHost ?? '').slice(0, host))) continue;
    const end = text[pathEnd] === '?' && (scheme || hasPath) ? endOfQuery(text, pathEnd) : pathEnd;
    links.push({ start, end });
    free = end;
  }
  return links;
}

/** How much of a dotted name is a domain: up to its last label that is a top level domain; 0 when there is none. */
function hostLength(name: string, isEnding: (label: string) => boolean): number {
  const labels = name.split('.');
  for (let last = labels.length - 1; last > 0; last -= 1) {
    const label = labels[last] ?? '';
    const ascii = /^[A-Za-z][A-Za-z0-9-]*/.exec(label)?.[0] ?? '';
    const rest = label.slice(ascii.length);
    const ending = /^[0-9_-]/.test(rest) || ascii === '' ? label : ascii;
    const domain = labels[last - 1] ?? '';
    if (isEnding(ending) && /^[^_-](?:[^_]*[^_-])?$/u.test(domain))
      return labels.slice(0, last).join('.').length + 1 + ending.length;
  }
  return 0;
}

/** `acme.de` alone is no link, `www.acme.de`, `acme.de/x` and `t.co` are. */
function isShortCountryName(host: string): boolean {
  const labels = host.split('.');
  const ending = labels[1] ?? '';
  return labels.length === 2 && isCountry(ending) && !/^(co|tv)$/i.test(ending);
}

const pathCharacter = /[\p{Script=Latin}\p{Script=Cyrillic}0-9!*';:=+,.$/%#[\]\-–_~|&@]/u;
const pathEnding = /[\p{Script=Latin}\p{Script=Cyrillic}0-9=_#/+-]/u;

/** Trailing punctuation stays outside; brackets belong to the path when they are balanced. */
function endOfPath(text: string, start: number): number {
  let end = start + 1;
  let depth = 0;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '(') depth += 1;
    else if (character === ')') {
      if (depth === 0) break;
      depth -= 1;
      if (depth === 0) end = at + 1;
    } else if (!pathCharacter.test(character)) break;
    else if (depth === 0 && pathEnding.test(character)) end = at + 1;
  }
  return end;
}

function endOfQuery(text: string, start: number): number {
  const query = /^\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*[a-z0-9\-_&=#/]/i.exec(text.slice(start));
  return start + (query?.[0].length ?? 0);
}
