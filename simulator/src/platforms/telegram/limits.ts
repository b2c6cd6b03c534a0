import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { World } from '../../core/world/world.ts';
import { tooMany } from './errors.ts';
import { listed } from './input.ts';

/** https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this */
const overall = { limit: 30, seconds: 1 };
const perGroup = { limit: 20, seconds: 60 };
/** One message in a second, bursts allowed. */
const perChat = { limit: 30, seconds: 30 };

const sending = /^\/bot[^/]+\/send/;

/** Only messages are counted; an album counts as many as it has. */
export function limited(world: World, call: Call): PlatformResponse | undefined {
  if (!sending.test(call.path)) return undefined;
  const bot = call.account?.platform_id ?? '';
  const chat = call.input('chat_id') ?? '';
  const isGroup = chat.startsWith('-100') && chat !== bot;
  const count = call.path.includes('/sendMediaGroup') ? albumSize(call) : 1;
  const rates = [];
  for (let message = 0; message < count; message += 1) {
    const { limit, seconds } = isGroup ? perGroup : perChat;
    rates.push(world.rate(`${bot} all`, overall.limit, overall.seconds), world.rate(`${bot} ${chat}`, limit, seconds));
  }
  const spent = rates.filter(({ exceeded }) => exceeded);
  if (spent.length === 0) return undefined;
  const resetAt = Math.max(...spent.map((rate) => rate.resetAt));
  return tooMany(Math.max(1, Math.ceil((resetAt - world.clock.now()) / 1000)));
}

function albumSize(call: Call): number {
  try {
    return listed(call, 'media')?.length ?? 1;
  } catch {
    return 1;
  }
}
