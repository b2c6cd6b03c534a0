import tlds from 'tlds' with { type: 'json' };
import { PlatformError } from '../../../core/platform-error.ts';
import type { Session } from '../../../core/session.ts';
import { callXrpc } from '../client.ts';
import { ResolvedHandle } from '../wire.ts';

/**
 * A link, tag or mention in a text. Offsets are bytes of UTF-8.
 * https://docs.bsky.app/docs/advanced-guides/post-richtext
 */
export interface Facet {
  readonly index: { readonly byteStart: number; readonly byteEnd: number };
  readonly features: readonly Readonly<Record<string, string>>[];
}

/** A possible facet before any lookup. Offsets are in UTF-16. */
export interface Found {
  readonly kind: 'link' | 'tag' | 'mention';
  readonly start: number;
  readonly end: number;
  /** The address, the tag without its sign (a ticker keeps its `$`), or the handle without its sign. */
  readonly value: string;
}

/** Signs that show nothing or stand in a character of several: a tag ends before them. */
const UNSEEN = '\\u00ad\\u2060\\u200a-\\u200d\\u20e2';
const IN_TAG = `[^\\s${UNSEEN}]`;
const TAG = new RegExp(`(?<=^|\\s)[#＃](?!\\ufe0f)(${IN_TAG}*[^\\d\\s\\p{P}${UNSEEN}]${IN_TAG}*)`, 'gu');
const TICKER = /(?<=^|[\s(])\$[A-Za-z][A-Za-z\d]{0,4}(?=$|[\s.,;:!?)"'’])/g;
const LINK = /(?<=^|[\s(])(?:https?:\/\/\S+|(?<domain>[a-z][a-z\d]*(?:\.[a-z\d]+)+)\S*)/gi;
const MENTION = /(?<=^|[\s(])@([a-z\d.-]+)\b/gi;
const TAG_LENGTH_MAX = 64;
/** More than any post can hold, so that the search in an overlong text ends. */
const FOUND_MAX = 300;

const topLevelDomains: ReadonlySet<string> = new Set(tlds);
const graphemes = new Intl.Segmenter();

/**
 * Links, tags and handles in the order of the text, as Bluesky's own library finds them (`RichText` of `@atproto/api`):
 * bare domains are links when their top level exists, and one sign of punctuation after a link is left out. Unlike there,
 * a link ends before an ellipsis, has a scheme and can be parsed, because else it leads nowhere.
 */
export function findFacets(text: string): readonly Found[] {
  const found: Found[] = [];
  const add = (kind: Found['kind'], start: number, length: number, value: string) => {
    if (found.length < FOUND_MAX) found.push({ kind, start, end: start + length, value });
  };
  for (const { 0: match, index, groups } of text.matchAll(LINK)) {
    const link = withoutClosing(match);
    const hasScheme = /^https?:\/\//.test(match);
    const address = hasScheme ? link : `https://${link}`;
    if ((hasScheme || isDomain(groups?.domain)) && URL.canParse(address)) add('link', index, link.length, address);
  }
  for (const { 1: match = '', index } of text.matchAll(TAG)) {
    const tag = match.replace(/(?<!\p{P})\p{P}+$/u, '');
    if (tag !== '' && isShort(tag)) add('tag', index, tag.length + 1, tag);
  }
  for (const { 0: match, index } of text.matchAll(TICKER)) add('tag', index, match.length, match.toUpperCase());
  for (const { 0: match, 1: handle = '', index } of text.matchAll(MENTION)) {
    if (isDomain(handle) || handle.endsWith('.test')) add('mention', index, match.length, handle.toLowerCase());
  }
  return found.sort((a, b) => a.start - b.start);
}

/** A link without an ellipsis, one sign of its sentence, and a bracket that it does not open. */
function withoutClosing(match: string): string {
  const link = match.replace(/(?:(?<!\.)\.{3,}|(?<!…)…+|[.,;:!?])$/, '');
  return link.endsWith(')') && !link.includes('(') ? link.slice(0, -1) : link;
}

/** Whether the name ends in an existing top-level domain, in small letters. */
function isDomain(name = ''): boolean {
  return name.includes('.') && topLevelDomains.has(name.slice(name.lastIndexOf('.') + 1));
}

function isShort(tag: string): boolean {
  return tag.length <= TAG_LENGTH_MAX || [...graphemes.segment(tag)].length <= TAG_LENGTH_MAX;
}

/** The facets of a text. Handles are looked up; an unknown handle stays text. */
export async function facetsOf(session: Session, text: string): Promise<readonly Facet[]> {
  const people = new Map<string, string | undefined>();
  const facets: Facet[] = [];
  for (const { kind, start, end, value } of findFacets(text)) {
    if (kind === 'mention' && !people.has(value)) people.set(value, await personBehind(session, value));
    const feature = featureOf(kind, kind === 'mention' ? people.get(value) : value);
    if (feature === undefined) continue;
    const byteStart = Buffer.byteLength(text.slice(0, start));
    const byteEnd = byteStart + Buffer.byteLength(text.slice(start, end));
    facets.push({ index: { byteStart, byteEnd }, features: [feature] });
  }
  return facets;
}

function featureOf(kind: Found['kind'], value: string | undefined): Record<string, string> | undefined {
  if (value === undefined) return undefined;
  const $type = `app.bsky.richtext.facet#${kind}`;
  switch (kind) {
    case 'link':
      return { $type, uri: value };
    case 'tag':
      return { $type, tag: value };
    case 'mention':
      return { $type, did: value };
  }
}

async function personBehind(session: Session, handle: string): Promise<string | undefined> {
  const call = { method: 'GET', name: 'com.atproto.identity.resolveHandle', parameters: { handle } } as const;
  try {
    return (await callXrpc(session, 'read', call, ResolvedHandle)).did;
  } catch (error) {
    const isNobody = error instanceof PlatformError && (error.kind === 'rejected' || error.kind === 'not_found');
    if (isNobody) return undefined;
    throw error;
  }
}
