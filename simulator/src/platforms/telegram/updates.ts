import type { Answer, Call } from '../../core/platform.ts';
import { badRequest, TelegramError } from './errors.ts';
import { callingBot, flag, plainList, whole } from './input.ts';
import { deliver, nextPush, updateView } from './push-update.ts';
import { ok } from './send-text.ts';
import { keptMs, type Store, type UpdateRow } from './store.ts';

const limitMax = 100;
const waitSecondsMax = 50;

/** https://core.telegram.org/bots/api#getupdates */
export async function getUpdates(store: Store, call: Call): Promise<Answer> {
  const bot = callingBot(store, call);
  if (store.webhooks.get(bot.id))
    throw new TelegramError(
      409,
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
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

const portPattern = /^(|80|88|443|8443)$/;

/** https://core.telegram.org/bots/api#setwebhook ; addresses of this machine may have any port and no TLS. */
export function setWebhook(store: Store, call: Call): Answer {
  const bot = callingBot(store, call);
  const address = call.input('url') ?? '';
  if (address === '') return deleteWebhook(store, call);
  const url = URL.parse(address);
  if (!url) throw badRequest('bad webhook: invalid URL specified');
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (!isLocal && url.protocol !== 'https:') throw badRequest('bad webhook: An HTTPS URL must be provided for webhook');
  if (!isLocal && !portPattern.test(url.port))
    throw badRequest('bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443');
  const secret = call.input('secret_token') ?? '';
  if (!/^[\w-]{0,256}$/.test(secret)) throw badRequest('secret token contains unallowed characters');
  const known = store.webhooks.get(bot.id);
  const allowed = plainList(call, 'allowed_updates') ?? known?.allowed ?? [];
  const webhook = { url: address, secret, allowed, max_connections: whole(call, 'max_connections') ?? 40 };
  call.effect(() => {
    store.webhooks.put(bot.id, webhook);
    for (const row of store.updates.where('bot', bot.id)) {
      if (!flag(call, 'drop_pending_updates')) deliver(store, row);
      store.updates.delete(row.key);
    }
  });
  return described('Webhook was set');
}

export function deleteWebhook(store: Store, call: Call): Answer {
  const bot = callingBot(store, call);
  const isThere = store.webhooks.get(bot.id) !== undefined;
  call.effect(() => {
    store.webhooks.delete(bot.id);
    if (flag(call, 'drop_pending_updates')) forget(store, bot.id, Number.MAX_SAFE_INTEGER);
  });
  return described(isThere ? 'Webhook was deleted' : 'Webhook is already deleted');
}

function described(description: string): Answer {
  const answer = ok(true);
  return { ...answer, body: { ...(answer.body as object), description } };
}

export function getWebhookInfo(store: Store, call: Call): Answer {
  const { id } = callingBot(store, call);
  const webhook = store.webhooks.get(id);
  return ok({
    url: webhook?.url ?? '',
    has_custom_certificate: false,
    pending_update_count: store.updates.where('bot', id).length,
    ...(webhook ? { max_connections: webhook.max_connections } : {}),
    ...(webhook && webhook.allowed.length > 0 ? { allowed_updates: webhook.allowed } : {}),
  });
}
