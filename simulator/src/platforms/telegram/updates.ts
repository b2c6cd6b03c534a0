import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { TelegramError } from './errors.ts';
import { callingBot, flag, plainList, whole } from './input.ts';
import { nextPush, updateView } from './push-update.ts';
import { ok } from './send-text.ts';
import { keptMs, type Store, type UpdateRow } from './store.ts';

const limitMax = 100;
const waitSecondsMax = 50;

/** https://core.telegram.org/bots/api#getupdates */
export async function getUpdates(store: Store, call: Call): Promise<PlatformResponse> {
  const bot = callingBot(store, call);
  const limit = Math.min(Math.max(whole(call, 'limit') ?? limitMax, 1), limitMax);
  const waitMs = Math.min(whole(call, 'timeout') ?? 0, waitSecondsMax) * 1000;
  const kinds = plainList(call, 'allowed_updates');
  const offset = whole(call, 'offset') ?? 0;
  call.effect(() => {
    if (kinds) store.allowed.put(bot.id, { kinds });
    forget(store, bot.id, offset);
  });
  const mine = takeOver(store, bot.id);
  const end = performance.now() + waitMs;
  for (;;) {
    const rows = waiting(store, bot.id).slice(0, limit);
    const left = end - performance.now();
    if (rows.length > 0 || left <= 0 || call.signal.aborted) return ok(rows.map(updateView));
    await nextPush(store, bot.id, Math.min(left, 1000), AbortSignal.any([call.signal, mine.signal]));
    if (mine.signal.aborted)
      throw new TelegramError(
        409,
        'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
      );
  }
}

/** One call of a bot at a time: a second one ends the first. */
function takeOver(store: Store, bot: string): AbortController {
  store.polls.get(bot)?.abort();
  const mine = new AbortController();
  store.polls.set(bot, mine);
  return mine;
}

/** Drops updates that a greater offset confirmed and updates older than a day. A negative offset counts from the end. */
function forget(store: Store, bot: string, offset: number): void {
  const rows = store.updates.where('bot', bot);
  const from = offset < 0 ? (rows.at(offset)?.id ?? 0) : offset;
  const oldest = store.world.clock.now() - keptMs;
  for (const { key, id, at } of rows) if (id < from || at < oldest) store.updates.delete(key);
}

/** Oldest first; one that is not to be seen yet holds back those after it, so that no offset skips it. */
function waiting(store: Store, bot: string): UpdateRow[] {
  const now = store.world.clock.now();
  const rows = store.updates.where('bot', bot).sort((a, b) => a.id - b.id);
  const hidden = rows.findIndex(({ visible_at }) => visible_at > now);
  return hidden === -1 ? rows : rows.slice(0, hidden);
}

/** Bots here have no webhook. Client libraries call this before they poll. */
export function deleteWebhook(store: Store, call: Call): PlatformResponse {
  const bot = callingBot(store, call);
  if (flag(call, 'drop_pending_updates')) call.effect(() => forget(store, bot.id, Number.MAX_SAFE_INTEGER));
  return json({ ok: true, result: true, description: 'Webhook is already deleted' });
}
