import type { MessageAttachment, PlatformComment, PlatformMessage } from '../../core/inbox.ts';
import type { SessionAccount } from '../../core/session.ts';
import { decodeEntities } from '../text.ts';
import type { GroupMessage } from './wire.ts';

/** Length after the markup is read: https://core.telegram.org/bots/api#html-style */
export function htmlLength(text: string): number {
  return decodeEntities(text.replace(/<\/?[a-z][^<>]*>/gi, '')).length;
}

/**
 * Length after the markup is read, as far as it can be told without reading it: signs of markup count nothing, what is
 * escaped counts one. https://core.telegram.org/bots/api#markdownv2-style
 */
export function markdownLength(text: string): number {
  return text
    .replace(/!?\[((?:\\.|[^\]\\])*)\]\((?:\\.|[^)\\])*\)/gs, '$1')
    .replace(/\\([!-/:-@[-`{-~])|[*_~|`]|^\*?\*?>/gm, (_sign, escaped) => (escaped === undefined ? '' : 'x')).length;
}

const MESSAGE_ID_MAX = 2 ** 31 - 1;
const ALBUM_MAX = 10;

/** A post is a message; an album is several, named together, as each must be removed. */
export function toPostId(messages: readonly { readonly message_id: number }[]): string {
  return messages.map(({ message_id }) => message_id).join(',');
}

/** The messages of a post; undefined when it is none. */
export function messageIdsOf(postId: string): readonly [number, ...number[]] | undefined {
  if (!/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/.test(postId)) return undefined;
  const [first = 0, ...others] = postId.split(',').map(Number);
  const isPossible = others.length < ALBUM_MAX && Math.max(first, ...others) <= MESSAGE_ID_MAX;
  return isPossible ? [first, ...others] : undefined;
}

/** https://core.telegram.org/api/links#message-links: channels without a name are named by their id without its mark. */
export function permalinkOf(channelId: string, username: string | undefined, messageId: number): string {
  const isName = username !== undefined && /^\w+$/.test(username) && !/^\d+$/.test(username);
  return isName
    ? `https://t.me/${username}/${messageId}`
    : `https://t.me/c/${encodeURIComponent(channelId.replace(/^-100/, ''))}/${messageId}`;
}

export function toComment(
  { value: message, raw }: { value: GroupMessage; raw: unknown },
  place: { readonly postId: string; readonly parentId?: string },
  account: SessionAccount,
  botId: string,
): PlatformComment {
  const { from, sender_chat: sender } = message;
  const name = sender?.title ?? [from?.first_name, from?.last_name].filter(Boolean).join(' ');
  const username = (sender ?? from)?.username;
  return {
    platformId: String(message.message_id),
    platformPostId: place.postId,
    ...(place.parentId === undefined ? {} : { parentId: place.parentId }),
    author: {
      // Who writes in the name of a channel or of the group is that channel or group.
      id: sender?.id ?? from?.id ?? '',
      ...(name ? { name } : {}),
      ...(username === undefined ? {} : { username }),
    },
    text: message.text ?? message.caption ?? '',
    createdAt: new Date(message.date * 1000),
    isOwner: sender?.id === account.platformId || (sender === undefined && from?.id === botId),
    raw,
  };
}

/** A message's number counts within its chat only. */
export function toMessageId(chatId: string, messageId: number): string {
  return `${chatId}/${messageId}`;
}

/** The number within its chat of a message of that chat. */
export function messageIdIn(chatId: string, id: string): number | undefined {
  const [chat, messageId] = id.split('/');
  return chat === chatId ? messageIdsOf(messageId ?? '')?.[0] : undefined;
}

/** What somebody wrote to the bot in private; undefined for any other message. */
export function toPrivateMessage(
  { value: message, raw }: { value: GroupMessage; raw: unknown },
  botId: string,
): PlatformMessage | undefined {
  const { chat, from, text, caption } = message;
  if (chat?.type !== 'private' || from === undefined) return undefined;
  const name = [from.first_name, from.last_name].filter(Boolean).join(' ');
  const words = text ?? caption;
  return {
    platformId: toMessageId(chat.id, message.message_id),
    // A private chat bears the number of its person.
    conversationId: chat.id,
    participant: {
      id: chat.id,
      ...(name ? { name } : {}),
      ...(from.username === undefined ? {} : { username: from.username }),
    },
    isOwn: from.id === botId,
    ...(words === undefined ? {} : { text: words }),
    attachments: attachmentsOf(message),
    createdAt: new Date(message.date * 1000),
    raw,
  };
}

/** Without addresses: those of Telegram's files hold the bot's token. */
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
