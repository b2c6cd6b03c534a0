import type { Content } from '../../core/connector.ts';
import type { Listed } from '../../core/effect.ts';
import type { PlatformComment, ReplyInput } from '../../core/inbox.ts';
import { comparable, decodeEntities, withoutLeadingMentions } from '../text.ts';
import type { Status } from './wire.ts';

/** The text of a status, with its line breaks. */
export function htmlToText(html: string): string {
  const text = html
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/p>\s*<p(?:\s[^<>]*)?>/gi, '\n\n')
    .replace(/<[^<>]*>/g, '');
  return decodeEntities(text).trim();
}

export function toListed(status: Status): Listed {
  return {
    platformId: status.id,
    ...(status.url ? { permalink: status.url } : {}),
    text: htmlToText(status.content),
    createdAt: status.created_at,
    mediaCount: status.media_attachments?.length ?? 0,
  };
}

/** Instances show a mention without its server, and addresses in full. */
function normalised(text: string): string {
  return comparable(text).replace(/(^|[^\w/@])@(\w[\w.-]*)@[\w.-]+\w/g, '$1@$2');
}

export function matchesContent(content: Content, item: Listed): boolean {
  return (item.mediaCount ?? 0) === content.media.length && normalised(content.text) === normalised(item.text);
}

/** A reply may begin with the mention that was put before it. */
export function matchesReply(input: ReplyInput, item: Listed): boolean {
  return withoutLeadingMentions(normalised(item.text)).includes(normalised(input.text));
}

export function toComment(
  { value: status, raw }: { value: Status; raw: unknown },
  platformPostId: string,
  ownId: string,
): PlatformComment {
  const { account, in_reply_to_id: parent, favourites_count, replies_count } = status;
  const name = account.display_name || account.username;
  return {
    platformId: status.id,
    platformPostId,
    ...(parent && parent !== platformPostId ? { parentId: parent } : {}),
    author: {
      id: account.id,
      ...(name === undefined ? {} : { name }),
      ...(account.acct === undefined ? {} : { username: account.acct }),
      ...(account.avatar === undefined ? {} : { avatarUrl: account.avatar }),
    },
    text: htmlToText(status.content),
    createdAt: status.created_at,
    isOwner: account.id === ownId,
    ...(favourites_count === undefined ? {} : { likeCount: favourites_count }),
    ...(replies_count === undefined ? {} : { replyCount: replies_count }),
    raw,
  };
}

const LINK_LENGTH = 23;
const READ_MAX = 65_536;
let graphemes: Intl.Segmenter | undefined;

/** Length as Mastodon counts it: graphemes, 23 for every address, mentions without their server. */
export function statusLength(text: string): number {
  if (text.length > READ_MAX) return text.length;
  const counted = text
    .replace(/https?:\/\/[^\s<>"]*[^\s<>".,;:!?'()[\]]/gi, 'x'.repeat(LINK_LENGTH))
    .replace(/(^|[^\w/@])@(\w[\w.-]*)@[\w.-]+\w/g, '$1@$2');
  if (/^[\x20-\x7e]*$/.test(counted)) return counted.length;
  graphemes ??= new Intl.Segmenter();
  let length = 0;
  for (const _ of graphemes.segment(counted)) length += 1;
  return length;
}
