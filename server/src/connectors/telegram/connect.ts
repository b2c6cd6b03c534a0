import { z } from 'zod';
import type { Connecting } from '../../core/connecting/connecting.ts';

const input = z.strictObject({
  bot_token: z
    .string()
    .trim()
    .regex(/^\d{1,20}:[\w-]{1,100}$/, 'must be the token that BotFather gave')
    .meta({
      title: 'Token of your bot',
      description: 'Make a bot with @BotFather in Telegram; it answers with the token, such as 123456:ABC-DEF',
      format: 'password',
    }),
  chat_id: z
    .string()
    .trim()
    .regex(
      /^(@\w{2,64}|-?\d{1,20})$/,
      'must be the @name or the number of the channel in which the bot is an administrator',
    )
    .meta({
      title: 'Your channel',
      description: 'Its @name or number. Make the bot an administrator of the channel first',
    }),
});

/**
 * The bot's token is the whole grant. The customer names the channel, because Telegram does not list a bot's channels.
 */
export const connecting: Connecting = {
  kind: 'token',
  direct: {
    input,
    connect: async (_session, { bot_token: accessToken, chat_id: platformId }: z.output<typeof input>) => ({
      tokens: { accessToken },
      platformId,
    }),
  },
};
