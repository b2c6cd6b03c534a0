import { z } from 'zod';
import type { Connecting } from '../../core/connecting.ts';

const input = z.strictObject({
  bot_token: z
    .string()
    .trim()
    .regex(/^\d{1,20}:[\w-]{1,100}$/, 'must be the token that BotFather gave'),
  chat_id: z
    .string()
    .trim()
    .regex(
      /^(@\w{2,64}|-?\d{1,20})$/,
      'must be the @name or the number of the channel in which the bot is an administrator',
    ),
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
