import type { PlatformComment } from '../../core/inbox.ts';
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
