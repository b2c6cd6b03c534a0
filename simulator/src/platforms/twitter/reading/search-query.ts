import { personById, personByName } from '../people.ts';
import type { Post, Store } from '../store.ts';
import { findLinks } from '../text.ts';
import { findNames } from './entities.ts';
import { mediaKind, uploadsOf } from './render.ts';

/** A search: words and operators, joined by spaces (and), OR, minus and brackets.
 * https://docs.x.com/x-api/posts/search/integrate/build-a-query */
export type Search =
  | { readonly kind: 'term'; readonly operator: string; readonly value: string }
  | { readonly kind: 'not'; readonly of: Search }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Search[] };

export class SearchMistake extends Error {}

const standalone = new Set([
  'word',
  'mention',
  'hashtag',
  'cashtag',
  'from',
  'to',
  'conversation_id',
  'in_reply_to_tweet_id',
  'quotes_tweet_id',
  'url',
  'retweets_of',
]);
const qualities: Readonly<Record<string, readonly string[]>> = {
  is: ['reply', 'retweet', 'quote', 'verified'],
  has: ['links', 'media', 'images', 'videos', 'video_link', 'mentions', 'hashtags', 'cashtags'],
  lang: [],
};

export function parseSearch(query: string): Search {
  const tokens = query.match(/-?\(|\)|-?"(?:[^"\\]|\\.)*"|[^\s()]+/g) ?? [];
  let position = 0;

  const readAny = (): Search => {
    const parts = [readAll()];
    while (tokens[position] === 'OR') {
      position += 1;
      parts.push(readAll());
    }
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'or', parts };
  };
  const readAll = (): Search => {
    const parts: Search[] = [];
    for (
      let token = tokens[position];
      token !== undefined && token !== ')' && token !== 'OR';
      token = tokens[position]
    ) {
      position += 1;
      parts.push(token === '(' || token === '-(' ? readGroup(token) : readTerm(token));
    }
    if (parts.length === 0) throw new SearchMistake(`missing expression at position ${position}`);
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'and', parts };
  };
  const readGroup = (opening: string): Search => {
    const inner = readAny();
    if (tokens[position] !== ')') throw new SearchMistake(`missing ')' at position ${position}`);
    position += 1;
    return opening === '-(' ? { kind: 'not', of: inner } : inner;
  };

  const search = readAny();
  if (position < tokens.length) throw new SearchMistake(`mismatched input '${tokens[position]}'`);
  if (!standsAlone(search))
    throw new SearchMistake('Rules must contain a non-negated, standalone operator (one that may be used alone)');
  return search;
}

function readTerm(token: string): Search {
  if (token.startsWith('-') && token.length > 1) return { kind: 'not', of: readTerm(token.slice(1)) };
  const term = (operator: string, value: string): Search => ({ kind: 'term', operator, value });
  if (token.startsWith('"')) return term('word', token.slice(1, -1).toLowerCase());
  if (token.startsWith('@')) return term('mention', token.slice(1).toLowerCase());
  if (token.startsWith('#')) return term('hashtag', token.toLowerCase());
  if (token.startsWith('$')) return term('cashtag', token.toLowerCase());
  const [, operator, raw = ''] = /^([a-z_]+):(.+)$/.exec(token) ?? [];
  if (operator === undefined) return term('word', token.toLowerCase());
  const value = raw
    .replace(/^"(.*)"$/, '$1')
    .replace(/^@/, '')
    .toLowerCase();
  if (operator === 'in_reply_to_status_id') return term('in_reply_to_tweet_id', value);
  const allowed = Object.hasOwn(qualities, operator) ? qualities[operator] : undefined;
  if (!standalone.has(operator) && !allowed) throw new SearchMistake(`Reference to invalid operator '${operator}'`);
  if (allowed && allowed.length > 0 && !allowed.includes(value))
    throw new SearchMistake(`Reference to invalid field '${operator}:${value}'`);
  return term(operator, value);
}

function standsAlone(search: Search): boolean {
  if (search.kind === 'term') return standalone.has(search.operator);
  if (search.kind === 'not') return false;
  return search.kind === 'and' ? search.parts.some(standsAlone) : search.parts.every(standsAlone);
}

export function matches(store: Store, post: Post, search: Search): boolean {
  switch (search.kind) {
    case 'not':
      return !matches(store, post, search.of);
    case 'and':
      return search.parts.every((part) => matches(store, post, part));
    case 'or':
      return search.parts.some((part) => matches(store, post, part));
    default:
      return hasTerm(store, post, search.operator, search.value);
  }
}

function hasTerm(store: Store, post: Post, operator: string, value: string): boolean {
  const isPerson = (id: string) =>
    id !== '' && (id === value || personById(store, id)?.username.toLowerCase() === value);
  switch (operator) {
    // Replies only, as in the example of https://docs.x.com/x-api/fundamentals/conversation-id
    case 'conversation_id':
      return post.conversation_id === value && post.id !== value;
    case 'in_reply_to_tweet_id':
      return post.reply_to === value;
    case 'quotes_tweet_id':
      return post.quoted === value;
    case 'from':
      return isPerson(post.author_id);
    case 'to':
      return isPerson(post.reply_to_user);
    case 'retweets_of':
      return isPerson(store.posts.get(post.repost_of)?.author_id ?? '');
    case 'mention':
      return findNames(post.text).some((name) => name.toLowerCase() === value);
    case 'is':
      return isSo(post, value);
    case 'has':
      return has(store, post, value);
    case 'lang':
      return value === 'en';
    default:
      return post.text.toLowerCase().includes(value);
  }
}

function isSo(post: Post, quality: string): boolean {
  if (quality === 'reply') return post.reply_to !== '';
  if (quality === 'retweet') return post.repost_of !== '';
  return quality === 'quote' && post.quoted !== '';
}

function has(store: Store, post: Post, part: string): boolean {
  const kinds = uploadsOf(store, post).map(mediaKind);
  if (part === 'media') return kinds.length > 0;
  if (part === 'images') return kinds.includes('photo');
  if (part.startsWith('video')) return kinds.includes('video');
  if (part === 'links') return kinds.length > 0 || findLinks(post.text).length > 0;
  if (part === 'mentions') return findNames(post.text).some((name) => personByName(store, name));
  return (part === 'hashtags' ? /#\p{L}/u : /\$[a-z]/i).test(post.text);
}

/** The posts among which the search can have results at all: one conversation, one author, or everything. */
export function candidates(store: Store, search: Search): Post[] {
  const parts = search.kind === 'and' ? search.parts : [search];
  const value = (operator: string) =>
    parts.flatMap((part) => (part.kind === 'term' && part.operator === operator ? part.value : []))[0];
  const conversation = value('conversation_id');
  if (conversation !== undefined) return store.posts.where('conversation_id', conversation);
  const parent = value('in_reply_to_tweet_id');
  if (parent !== undefined) return store.posts.where('reply_to', parent);
  const author = value('from');
  const person = author === undefined ? undefined : (personByName(store, author) ?? personById(store, author));
  if (author !== undefined) return person ? store.posts.where('author_id', person.id) : [];
  return store.posts.all();
}
