import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { callXrpc } from './client.ts';
import { ResolvedHandle } from './wire.ts';

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
  /** The address, the tag without its sign, or the handle without its sign. */
  readonly value: string;
}

const LINK = /(?<=^|[\s(])https?:\/\/[^\s<>"]+/giu;
const TAG = /(?<=^|\s)[#＃](?!\ufe0f)[^\s\p{Cf}#＃]+/gu;
const MENTION = /(?<=^|[\s(])@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?(?![\w@-])/giu;
const TAG_LENGTH_MAX = 64;
const HANDLE_LENGTH_MAX = 253;
/** More than any post can hold, so that the search in an overlong text ends. */
const FOUND_MAX = 300;

/** Links with their scheme, tags and handles, in the order of the text. */
export function findFacets(text: string): readonly Found[] {
  const found: Found[] = [];
  const add = (kind: Found['kind'], start: number, source: string, value: string) => {
    if (found.length < FOUND_MAX) found.push({ kind, start, end: start + source.length, value });
  };
  for (const { 0: match, index } of text.matchAll(LINK)) {
    const link = withoutClosing(match);
    if (URL.canParse(link)) add('link', index, link, link);
  }
  for (const { 0: match, index } of text.matchAll(TAG)) {
    const hashtag = match.replace(/\p{P}+$/u, '');
    const tag = hashtag.slice(1);
    if (tag !== '' && tag.length <= TAG_LENGTH_MAX && /[^\d\p{P}]/u.test(tag)) add('tag', index, hashtag, tag);
  }
  for (const { 0: match, index } of text.matchAll(MENTION)) {
    if (match.length <= HANDLE_LENGTH_MAX) add('mention', index, match, match.slice(1).toLowerCase());
  }
  return found.sort((a, b) => a.start - b.start);
}

/** A link without the punctuation of its sentence; a closing bracket stays when the link has the opening one. */
function withoutClosing(link: string): string {
  const bare = link.replace(/[.,;:!?'’”]+$/u, '');
  return bare.endsWith(')') && !bare.includes('(') ? withoutClosing(bare.slice(0, -1)) : bare;
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
