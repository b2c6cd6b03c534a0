import { decodeHTMLStrict } from 'entities/decode';
import type { PlatformComment } from '../../core/messaging/inbox.ts';
import type { MessageAttachment, PlatformMessage, PlatformMessageChange } from '../../core/messaging/messages.ts';
import type { SessionAccount } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { type GroupMessage, Reaction } from './wire.ts';

/** Length after the markup is parsed: https://core.telegram.org/bots/api#html-style */
export function htmlLength(text: string): number {
  return decodeHTMLStrict(text.replace(/<\/?[a-z][^<>]*>/gi, '')).length;
}

/**
 * An estimate of the length after the markup is parsed: markup characters count nothing, an escaped character counts
 * one. https://core.telegram.org/bots/api#markdownv2-style
 */
export function markdownLength(text: string): number {
  // The match goes on where a link has no end, so that no part of a text is read twice.
  const withoutLinks = text.replace(
    /!?\[((?:\\.|[^\]\\])*)(?:\](?:\((?:\\.|[^)\\])*(\))?)?)?/gs,
    (found, words: string, end?: string) => (end === undefined ? found : words),
  );
  return withoutLinks.replace(/\\[!-/:-@[-`{-~]/g, 'x').replace(/[*_~|`]|^\*?\*?>/gm, '').length;
}

const MESSAGE_ID_MAX = 2 ** 31 - 1;
const ALBUM_MAX = 10;

/** The id of a post: one message, or the messages of an album, because each must be removed. */
export function toPostId(messages: readonly { readonly message_id: number }[]): string {
  return messages.map(({ message_id }) => message_id).join(',');
}

/** The messages of a post; undefined for an invalid id. */
export function messageIdsOf(postId: string): readonly [number, ...number[]] | undefined {
  if (!/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/.test(postId)) return undefined;
  const [first = 0, ...others] = postId.split(',').map(Number);
  const isPossible = others.length < ALBUM_MAX && Math.max(first, ...others) <= MESSAGE_ID_MAX;
  return isPossible ? [first, ...others] : undefined;
}

/**
 * https://core.telegram.org/api/links#message-links: channels without a name are linked by their id without its prefix.
 */
export function permalinkOf(channelId: string, username: string | undefined, messageId: number): string {
  const isName = username !== undefined && /^\w+$/.test(username) && !/^\d+$/.test(username);
  return isName
    ? `https://t.me/${username}/${messageId}`
    : `https://t.me/c/${encodeURIComponent(channelId.replace(/^-100/, ''))}/${messageId}`;
}

export function toComment(
  { value: message, raw }: { value: GroupMessage; raw: unknown },
  place: { readonly postId: string; readonly parentId?: string | undefined },
  account: SessionAccount,
  botId: string,
): PlatformComment {
  const { from, sender_chat: sender } = message;
  const name = sender?.title ?? [from?.first_name, from?.last_name].filter(Boolean).join(' ');
  const username = (sender ?? from)?.username;
  const comment = compact({
    platformId: String(message.message_id),
    platformPostId: place.postId,
    parentId: place.parentId,
    // In a message sent on behalf of a channel or group the author is that channel or group.
    author: compact({ id: sender?.id ?? from?.id ?? '', name: name || undefined, username }),
    text: message.text ?? message.caption ?? '',
    createdAt: new Date(message.date * 1000),
    editedAt: editedAt(message),
    isOwner: sender?.id === account.platformId || (sender === undefined && from?.id === botId),
  });
  return { ...comment, raw };
}

/** A message's number is unique within its chat only. */
export function toMessageId(chatId: string, messageId: number): string {
  return `${chatId}/${messageId}`;
}

/** The number of a message within its chat; undefined for a message of another chat. */
export function messageIdIn(chatId: string, id: string): number | undefined {
  const [chat, messageId] = id.split('/');
  return chat === chatId ? messageIdsOf(messageId ?? '')?.[0] : undefined;
}

/** A private message to the bot; undefined for any other message. */
export function toPrivateMessage(
  { value: message, raw }: { value: GroupMessage; raw: unknown },
  botId: string,
): PlatformMessage | undefined {
  const { chat, from, text, caption, reply_to_message: reply } = message;
  if (chat?.type !== 'private' || from === undefined) return undefined;
  const name = [from.first_name, from.last_name].filter(Boolean).join(' ');
  const privateMessage = compact({
    platformId: toMessageId(chat.id, message.message_id),
    // The id of a private chat is the person's id.
    conversationId: chat.id,
    participant: compact({ id: chat.id, name: name || undefined, username: from.username }),
    isOwn: from.id === botId,
    text: text ?? caption,
    attachments: attachmentsOf(message),
    createdAt: new Date(message.date * 1000),
    editedAt: editedAt(message),
    replyToId: reply === undefined ? undefined : toMessageId(chat.id, reply.message_id),
    referral: toReferral(text),
  });
  return { ...privateMessage, raw };
}

/** Attachments without addresses, because those of Telegram's files contain the bot's token. */
function attachmentsOf({ photo, video, video_note, animation, audio, voice, document, sticker }: GroupMessage) {
  const type: MessageAttachment['type'] | undefined =
    (photo ?? sticker) !== undefined
      ? 'image'
      : (video ?? video_note ?? animation) !== undefined
        ? 'video'
        : (audio ?? voice) !== undefined
          ? 'audio'
          : document !== undefined
            ? 'file'
            : undefined;
  return type === undefined ? [] : [{ type }];
}

function editedAt({ edit_date: date }: GroupMessage): Date | undefined {
  return date === undefined ? undefined : new Date(date * 1000);
}

/** The mark of the link that opened the chat: https://core.telegram.org/bots/features#deep-linking */
function toReferral(text: string | undefined): PlatformMessage['referral'] {
  const [, ref] = /^\/start ([\w-]{1,64})$/.exec(text ?? '') ?? [];
  return ref === undefined ? undefined : { ref };
}

/** A reaction in a private chat. Of several emoji of one person the first counts. */
export function toReaction(raw: unknown): PlatformMessageChange | undefined {
  const { chat, message_id, user, date, new_reaction: all } = Reaction.safeParse(raw).data ?? {};
  if (chat?.type !== 'private' || message_id === undefined || user === undefined || date === undefined)
    return undefined;
  const platformId = toMessageId(chat.id, message_id);
  const at = new Date(date * 1000);
  return { platformId, at, change: 'reaction', personId: user.id, emoji: all?.[0]?.emoji ?? null };
}
