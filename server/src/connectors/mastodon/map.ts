import { decodeHTMLStrict } from 'entities/decode';
import type { Content } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import type { Person, PlatformComment, PlatformMention, ReplyInput } from '../../core/messaging/inbox.ts';
import type { MessageAttachment, MessageInput, PlatformMessage } from '../../core/messaging/messages.ts';
import { compact } from '../../lib/compact.ts';
import { comparable, withoutLeadingMentions } from '../shared/text.ts';
import { ShownMedia, type Status } from './wire.ts';

/** The text of a status, with its line breaks. */
export function htmlToText(html: string): string {
  const text = html
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/p>\s*<p(?:\s[^<>]*)?>/gi, '\n\n')
    .replace(/<\/(?:p|li|h[1-6]|pre|blockquote|ul|ol)>|<hr\s*\/?>/gi, '\n')
    .replace(/<[^<>]*>/g, '');
  return decodeHTMLStrict(text).trim();
}

export function toListed(status: Status): Listed {
  return compact({
    platformId: status.id,
    permalink: status.url || undefined,
    text: htmlToText(status.content),
    createdAt: status.created_at,
    mediaCount: status.media_attachments?.length ?? 0,
  });
}

/** Instances show a mention without its server, and addresses in full. */
function normalised(text: string): string {
  return comparable(text).replace(/(^|[^\w/@])@(\w[\w.-]*)@[\w.-]+\w/g, '$1@$2');
}

/** The part of a text that two forms share: as it was written, and rendered as Markdown and read as text again. */
function withoutMarkup(text: string): string {
  return normalised(
    text
      .replace(/^[ \t]*(?:[-*+]|\d{1,9}[.)]|#{1,6}|>)[ \t]+/gm, '')
      .replace(/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, '')
      .replace(/!?\[([^\][]*)\]\([^()\s]*\)/g, '$1')
      .replace(/[*_~`\\]/g, ''),
  );
}

function normalisedFor({ isRendered }: Listed): (text: string) => string {
  return isRendered ? withoutMarkup : normalised;
}

export function matchesContent(content: Content, item: Listed): boolean {
  const norm = normalisedFor(item);
  return (item.mediaCount ?? 0) === content.media.length && norm(content.text) === norm(item.text);
}

/** A reply may begin with the mention that was put before it. */
export function matchesReply(input: Pick<ReplyInput, 'text'>, item: Listed): boolean {
  const norm = normalisedFor(item);
  return withoutLeadingMentions(norm(item.text)).includes(norm(input.text));
}

export function matchesMessage({ text = '', attachment }: MessageInput, item: Listed): boolean {
  return (item.mediaCount ?? 0) === (attachment === undefined ? 0 : 1) && matchesReply({ text }, item);
}

/** The text with a mention before it, unless it contains the mention already. */
export function withMention(text: string, mention: string | undefined): string {
  if (mention === undefined) return text;
  const isMentioned = text
    .toLowerCase()
    .split(/[^\w@.-]+/)
    .includes(mention.toLowerCase());
  return isMentioned ? text : `${mention} ${text}`.trim();
}

export function toPerson({ id, display_name, username, acct, avatar }: Status['account']): Person {
  return compact({ id, name: display_name || username, username: acct, avatarUrl: avatar });
}

/** Whether a private status is between the account and this person alone. */
export function isBetween({ account, mentions = [], visibility }: Status, personId: string, ownId: string): boolean {
  const everyone = [account.id, ...mentions.map(({ id }) => id)];
  return visibility === 'direct' && everyone.every((id) => id === ownId || id === personId);
}

/**
 * A private status as a message. The person's id is the conversation's id, because each status may begin a thread of
 * its own.
 */
export function toMessage(
  { value: status, raw }: { value: Status; raw: unknown },
  participant: Person,
  own: { readonly platformId: string; readonly username: string },
): PlatformMessage {
  const text = withoutAddress(htmlToText(status.content), [own.username, participant.username ?? '']);
  const media = ShownMedia.safeParse(status.media_attachments).data ?? [];
  const message = compact({
    platformId: status.id,
    conversationId: participant.id,
    participant,
    isOwn: status.account.id === own.platformId,
    text: text || undefined,
    attachments: media.map(({ value: { type, url } }): MessageAttachment => {
      return { type: type === 'gifv' ? 'video' : (type ?? 'file'), ...compact({ url }) };
    }),
    createdAt: status.created_at,
  });
  return { ...message, raw };
}

/** The leading mentions, which only serve to deliver the status. */
function withoutAddress(text: string, names: readonly string[]): string {
  const known = names.map((name) => name.split('@')[0]?.toLowerCase());
  let rest = text;
  for (let found = /^@([\w.-]+)(?:@[\w.-]+)?(?:\s+|$)/.exec(rest); found; ) {
    if (!known.includes(found[1]?.toLowerCase())) break;
    rest = rest.slice(found[0].length);
    found = /^@([\w.-]+)(?:@[\w.-]+)?(?:\s+|$)/.exec(rest);
  }
  return rest;
}

export function toMention({ value: status, raw }: { value: Status; raw: unknown }): PlatformMention {
  const mention = compact({
    platformId: status.id,
    platformPostId: status.in_reply_to_id || undefined,
    author: toPerson(status.account),
    text: htmlToText(status.content),
    permalink: status.url || undefined,
    createdAt: status.created_at,
  });
  return { ...mention, raw };
}

export function toComment(
  { value: status, raw }: { value: Status; raw: unknown },
  platformPostId: string,
  ownId: string,
): PlatformComment {
  const { account, in_reply_to_id: parent, favourites_count, replies_count } = status;
  const comment = compact({
    platformId: status.id,
    platformPostId,
    parentId: parent && parent !== platformPostId ? parent : undefined,
    author: toPerson(account),
    text: htmlToText(status.content),
    createdAt: status.created_at,
    isOwner: account.id === ownId,
    likeCount: favourites_count,
    replyCount: replies_count,
  });
  return { ...comment, raw };
}

/** Addresses as they are counted, without the punctuation of their sentence. */
export const LINK = /https?:\/\/(?:[.,;:!?'()[\]]*[^\s<>".,;:!?'()[\]])+/gi;
const LINK_LENGTH = 23;
const READ_MAX = 65_536;
let graphemes: Intl.Segmenter | undefined;

/** Length as Mastodon counts it: graphemes, 23 for every address, mentions without their server. */
export function statusLength(text: string): number {
  if (text.length > READ_MAX) return text.length;
  const counted = text.replace(LINK, 'x'.repeat(LINK_LENGTH)).replace(/(^|[^\w/@])@(\w[\w.-]*)@[\w.-]+\w/g, '$1@$2');
  if (/^[\x20-\x7e]*$/.test(counted)) return counted.length;
  graphemes ??= new Intl.Segmenter();
  let length = 0;
  for (const _ of graphemes.segment(counted)) length += 1;
  return length;
}
