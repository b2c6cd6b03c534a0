import type { Auth, Profile } from '../../core/connector.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { botIdOf, callTelegram } from './client.ts';
import { Bot, Chat, Member } from './wire.ts';

/** A bot's token does not expire. The account is the channel; its id may be given as `@name` while it is connected. */
export const auth: Auth = {
  hosts: { api: 'https://api.telegram.org' },
  profile,
};

const CHAT = 'metadata.chat_id';

/** Names the field of the connection that the rejected call was about. */
function blame(field: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof PlatformError)) throw error;
    throw new PlatformError(error.kind, error.message, { ...error.facts, field });
  };
}

/** https://core.telegram.org/bots/api#getchat. The bot must be allowed to post, or the connection would be useless. */
async function profile(session: Session): Promise<Profile> {
  const call = { json: { chat_id: session.account.platformId } };
  const bot = await callTelegram(session, 'read', 'getMe', { json: {} }, Bot).catch(blame('metadata.bot_token'));
  const chat = await callTelegram(session, 'read', 'getChat', call, Chat).catch(blame(CHAT));
  const member = { json: { chat_id: chat.id, user_id: Number(botIdOf(session.tokens.accessToken)) } };
  const { status, can_post_messages } = await callTelegram(session, 'read', 'getChatMember', member, Member).catch(
    blame(CHAT),
  );
  const isAllowed = status === 'creator' || (status === 'administrator' && can_post_messages !== false);
  if (!isAllowed) {
    const message = 'The bot must be an administrator of the channel who may post messages.';
    throw new PlatformError('forbidden', message, { field: CHAT });
  }
  return compact({
    platformId: chat.id,
    username: chat.username ?? chat.id,
    name: chat.title || chat.username || chat.id,
    bio: chat.description || undefined,
    metadata: compact({
      type: chat.type,
      bot_id: bot.id,
      bot_username: bot.username,
      linked_chat_id: chat.linked_chat_id,
      url: chat.username === undefined ? undefined : `https://t.me/${chat.username}`,
    }),
  });
}
