import { decodeHTMLStrict } from 'entities/decode';
import type { Content } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import type { Person, PlatformComment, PlatformMention, ReplyInput } from '../../core/messaging/inbox.ts';
import { compact } from '../../lib/compact.ts';
import { comparable, withoutLeadingMentions } from '../shared/text.ts';
import type { ReadingPage, Tweet } from './wire.ts';

/** X sends no addresses of posts. All of them have this form. */
export function permalinkOf(username: string, id: string): string {
  return `https://x.com/${encodeURIComponent(username)}/status/${id}`;
}

/** The parent of a reply. */
export function repliedTo(tweet: Tweet): string | undefined {
  return (tweet.referenced_tweets ?? tweet.referenced_posts)?.find(({ type }) => type === 'replied_to')?.id;
}

/** The text as written: known short links are expanded, those of own media removed. */
export function textOf(tweet: { readonly text: string; readonly entities?: Tweet['entities'] }): string {
  const links = new Map((tweet.entities?.urls ?? []).map((entity) => [entity.url, entity]));
  const opened = decodeHTMLStrict(tweet.text).replace(/https?:\/\/t\.co\/\w+/g, (short) => {
    const link = links.get(short);
    return link?.media_key === undefined ? (link?.expanded_url ?? short) : '';
  });
  return opened.trim();
}

export function toListed(tweet: Tweet, username: string): Listed {
  return {
    platformId: tweet.id,
    permalink: permalinkOf(username, tweet.id),
    text: textOf(tweet),
    createdAt: tweet.created_at,
    mediaCount: tweet.attachments?.media_keys?.length ?? 0,
  };
}

export function matchesContent(content: Content, item: Listed): boolean {
  return (
    (item.mediaCount ?? 0) === content.media.length && isSameText(content.text, item.text, content.media.length > 0)
  );
}

/** X may put mentions of the other participants before the text of a reply. */
export function matchesReply(input: ReplyInput, item: Listed): boolean {
  return withoutLeadingMentions(comparable(item.text)).some((text) => isSameText(input.text, text, false));
}

/** A part of a thread is a reply that may have media. */
export function matchesPart(content: Content, item: Listed): boolean {
  return withoutLeadingMentions(comparable(item.text)).some((text) => matchesContent(content, { ...item, text }));
}

/**
 * Whether X's text is the written one, compared word by word. A short link matches any address; an expanded one matches
 * the same address with or without its scheme. The link that X appends for media has no counterpart.
 */
export function isSameText(written: string, listed: string, hasMedia: boolean): boolean {
  const ours = comparable(written).split(' ');
  const theirs = comparable(listed).split(' ');
  const isSame = (words: readonly string[]) =>
    words.length === ours.length && words.every((word, index) => isSameWord(ours[index] ?? '', word));
  if (isSame(theirs)) return true;
  if (!hasMedia || !isShortLink(theirs.at(-1) ?? '')) return false;
  return isSame(theirs.length === 1 ? [''] : theirs.slice(0, -1));
}

function isShortLink(word: string): boolean {
  return /^https?:\/\/t\.co\/\w+$/.test(word);
}

function isSameWord(ours: string, theirs: string): boolean {
  if (ours === theirs) return true;
  const link = /https?:\/\/\S+/.exec(theirs);
  if (!link) return false;
  const before = theirs.slice(0, link.index);
  if (!ours.startsWith(before)) return false;
  const ourLink = ours.slice(before.length);
  const short = /^https?:\/\/t\.co\/\w+/.exec(link[0]);
  if (!short) return bareLink(ourLink) === bareLink(link[0]);
  const after = link[0].slice(short[0].length);
  return ourLink.endsWith(after) && ourLink.length > after.length && /\S\.\S|\/\//.test(ourLink);
}

/** An address for comparison: X expands links to a scheme, a closing slash and a host in lower case. */
function bareLink(link: string): string {
  return link
    .replace(/^https?:\/\//i, '')
    .replace(/^[^/?#]+/, (host) => host.toLowerCase())
    .replace(/\/$/, '');
}

/** Order of time: X's ids rise with time, and its times have whole seconds only. */
export function byAge(a: { readonly platformId: string }, b: { readonly platformId: string }): number {
  const difference = BigInt(a.platformId) - BigInt(b.platformId);
  return difference < 0n ? -1 : Number(difference > 0n);
}

/** The people of a page by id. */
export function peopleOf(page: {
  readonly includes?: { readonly users?: NonNullable<ReadingPage['includes']>['users'] } | undefined;
}) {
  return new Map((page.includes?.users ?? []).map(({ value }) => [value.id, value]));
}

export function toPerson(id: string, people: ReturnType<typeof peopleOf>): Person {
  const { name, username, profile_image_url: avatarUrl } = people.get(id) ?? {};
  return compact({ id, name, username, avatarUrl });
}

/** A post that names the account outside the conversations below its own posts. */
export function toMention(
  { value: tweet, raw }: { readonly value: Tweet; readonly raw: unknown },
  people: ReturnType<typeof peopleOf>,
): PlatformMention {
  const author = toPerson(tweet.author_id ?? '', people);
  const mention = compact({
    platformId: tweet.id,
    platformPostId: repliedTo(tweet),
    author,
    text: textOf(tweet),
    // X finds a post by its id under any name.
    permalink: permalinkOf(author.username ?? 'i', tweet.id),
    createdAt: tweet.created_at,
  });
  return { ...mention, raw };
}

export function toComment(
  { value: tweet, raw }: { value: Tweet; raw: unknown },
  platformPostId: string,
  people: ReturnType<typeof peopleOf>,
  ownId: string,
): PlatformComment {
  const parent = repliedTo(tweet);
  const { like_count, reply_count } = tweet.public_metrics ?? {};
  const comment = compact({
    platformId: tweet.id,
    platformPostId,
    parentId: parent === platformPostId ? undefined : parent,
    author: toPerson(tweet.author_id ?? '', people),
    text: textOf(tweet),
    createdAt: tweet.created_at,
    isOwner: tweet.author_id === ownId,
    likeCount: like_count,
    replyCount: reply_count,
  });
  return { ...comment, raw };
}
