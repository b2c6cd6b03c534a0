import type { CommentView, MessageView, PostView } from '../../core/page/views.ts';
import type { Account } from '../../core/world/world.ts';
import { forwardOf } from './add-message.ts';
import { ledgerMedia, messageName, postId } from './ledger.ts';
import { permalink } from './message-view.ts';
import { botOf } from './people.ts';
import { threadOf } from './send-text.ts';
import type { Chat, Message, Store } from './store.ts';

const postsMax = 50;

/** The view of the simulator's page: posts of the channel, an album as one, with comments of the discussion group. */
export function posts(store: Store, { platform_id }: Account): PostView[] {
  const channel = store.chats.get(platform_id) as Chat;
  const all = store.messages.where('chat', platform_id);
  const firsts = all.filter(({ group, id }) => group === '' || all.find((other) => other.group === group)?.id === id);
  return firsts
    .slice(-postsMax)
    .reverse()
    .map((post) => {
      const parts = post.group === '' ? [post] : all.filter(({ group }) => group === post.group);
      return {
        platform_id: postId(store, post),
        text: parts.find(({ text }) => text !== '')?.text ?? post.poll?.question ?? '',
        at: store.world.clock.iso(post.date),
        media: parts.flatMap((part) => ledgerMedia(store, part)),
        url: permalink(channel, post.id),
        comments: comments(store, platform_id, parts),
      };
    });
}

function comments(store: Store, channelId: string, parts: readonly Message[]): CommentView[] {
  const forwards = parts.flatMap(({ id }) => forwardOf(store, channelId, id)?.id ?? []);
  const bot = botOf(store, channelId);
  return store.messages
    .where('chat', store.chats.get(channelId)?.linked ?? '')
    .filter((row) => row.forward_of === null && forwards.includes(threadOf(row) ?? 0))
    .map((row) => ({
      platform_id: String(row.id),
      parent_id: row.reply_to === null || forwards.includes(row.reply_to) ? null : String(row.reply_to),
      author: store.people.get(row.from)?.username ?? bot.username,
      own: row.from === bot.id,
      text: row.text,
      at: store.world.clock.iso(row.date),
    }));
}

/** A private chat belongs to the person: what other bots wrote there is left out. */
export function messages(store: Store, { platform_id }: Account): MessageView[] {
  const bot = botOf(store, platform_id);
  return store.people
    .all()
    .filter(({ id }) => store.members.get(`${bot.id} ${id}`) !== undefined)
    .flatMap(({ id, username }) =>
      store.messages
        .where('chat', id)
        .filter(({ from }) => from === bot.id || from === id)
        .map((row) => ({
          platform_id: messageName(store, row),
          with: username,
          own: row.from === bot.id,
          text: row.text || (row.media ? `(${row.media.type})` : ''),
          at: store.world.clock.iso(row.date),
        })),
    );
}
