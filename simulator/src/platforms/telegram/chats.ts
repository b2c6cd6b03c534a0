import type { Call, PlatformResponse } from '../../core/platform.ts';
import { joinedSince } from '../../core/world/audience.ts';
import { badRequest } from './errors.ts';
import { callingBot, chatOf, listed, whole } from './input.ts';
import { chatView, userView } from './message-view.ts';
import { ok } from './send-text.ts';
import { messageOf, type Store } from './store.ts';

export function getMe(store: Store, call: Call): PlatformResponse {
  const bot = callingBot(store, call);
  return ok({
    ...userView(store, bot.id),
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
  });
}

/** https://core.telegram.org/bots/api#chatfullinfo */
export function getChat(store: Store, call: Call): PlatformResponse {
  const chat = chatOf(store, call);
  return ok({
    ...chatView(store, chat.id),
    ...(chat.linked === '' ? {} : { linked_chat_id: Number(chat.linked) }),
    ...(chat.type === 'channel' && chat.username !== '' ? { active_usernames: [chat.username] } : {}),
    accent_color_id: 1,
    max_reaction_count: 11,
    accepted_gift_types: {
      unlimited_gifts: false,
      limited_gifts: false,
      unique_gifts: false,
      premium_subscription: false,
      gifts_from_channels: false,
    },
  });
}

const botRights = {
  can_be_edited: false,
  can_manage_chat: true,
  can_change_info: true,
  can_post_messages: true,
  can_edit_messages: true,
  can_delete_messages: true,
  can_invite_users: true,
  can_restrict_members: true,
  can_promote_members: false,
  can_manage_video_chats: true,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
  is_anonymous: false,
};

export function getChatMember(store: Store, call: Call): PlatformResponse {
  const chat = chatOf(store, call);
  const id = call.input('user_id') ?? '';
  const user = userView(store, id);
  if (store.bots.get(id))
    return ok(
      isAdministrator(store, id, chat.id) ? { user, status: 'administrator', ...botRights } : { user, status: 'left' },
    );
  if (!store.people.get(id)) throw badRequest('user not found');
  const status = store.members.get(`${chat.id} ${id}`)?.status ?? 'left';
  return ok({ user, status });
}

function isAdministrator(store: Store, botId: string, chatId: string): boolean {
  const channel = store.bots.get(botId)?.channel;
  return channel === chatId || store.chats.get(chatId)?.linked === channel;
}

/** The bot, and everybody who has written in the discussion group. */
export function getChatMemberCount(store: Store, call: Call): PlatformResponse {
  const chat = chatOf(store, call);
  const prefix = `${chat.type === 'channel' ? chat.linked : chat.id} `;
  const members = store.members.entries().filter(([key, { status }]) => key.startsWith(prefix) && status === 'member');
  const joined = chat.type === 'channel' ? joinedAt(store, chat.id) : 0;
  return ok(members.length + joined + (chat.type === 'private' ? 2 : 1));
}

const emojis =
  '👍 👎 ❤ 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡'.split(
    ' ',
  );

/** https://core.telegram.org/bots/api#setmessagereaction : one of a bot at most; an empty list takes it back. */
export function setReaction(store: Store, call: Call): PlatformResponse {
  const chat = chatOf(store, call);
  const message = messageOf(store, chat.id, whole(call, 'message_id') ?? 0);
  if (!message) throw badRequest('message to react not found');
  const wanted = listed<{ type?: string; emoji?: unknown }>(call, 'reaction') ?? [];
  if (wanted.length > 1) throw badRequest('REACTIONS_TOO_MANY');
  const [reaction] = wanted;
  const emoji = String(reaction?.emoji ?? '').replace(/\uFE0F$/, '');
  if (reaction && (reaction.type !== 'emoji' || !emojis.includes(emoji))) throw badRequest('REACTION_INVALID');
  const { id: from } = callingBot(store, call);
  const others = message.reactions.filter((one) => one.from !== from);
  call.effect(() => {
    store.messages.put(message.key, { ...message, reactions: reaction ? [...others, { from, emoji }] : others });
    call.record({ kind: reaction ? 'react' : 'unreact', platform_id: String(message.id), text: emoji });
  });
  return ok(true);
}

/** Members of the channel who came by themselves since its bot was made. */
function joinedAt(store: Store, channel: string): number {
  const account = store.world.accounts.get(channel);
  return account ? joinedSince(channel, account.created_at, store.world.clock.now()) : 0;
}
