import { messageView } from './message-view.ts';
import { botOf } from './people.ts';
import { type Message, optIn, type Store, type UpdateRow } from './store.ts';

/** Keeps for getUpdates of a channel's bot what happened. To be called inside an effect. */
export function pushUpdate(
  store: Store,
  channel: string,
  kind: string,
  content: Message | object,
  visibleAt = store.world.clock.now(),
): void {
  const bot = botOf(store, channel);
  const allowed = store.allowed.get(bot.id)?.kinds ?? [];
  if (allowed.length > 0 ? !allowed.includes(kind) : optIn.includes(kind)) return;
  const id = bot.last_update + 1;
  store.bots.put(bot.id, { ...bot, last_update: id });
  const body = 'key' in content ? messageView(store, content as Message) : content;
  const row: UpdateRow = {
    key: `${bot.id} ${id}`,
    bot: bot.id,
    id,
    kind,
    body: body as Record<string, unknown>,
    at: store.world.clock.now(),
    visible_at: visibleAt,
  };
  store.updates.put(row.key, row);
  for (const wake of store.waiting.get(bot.id) ?? []) wake();
}

export function updateView({ id, kind, body }: UpdateRow): object {
  return { update_id: id, [kind]: body };
}

/** Waits until something is pushed to the bot, at most so long. */
export async function nextPush(store: Store, bot: string, milliseconds: number, signal: AbortSignal): Promise<void> {
  const waiting = store.waiting.get(bot) ?? new Set();
  store.waiting.set(bot, waiting);
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      waiting.delete(end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
    waiting.add(end);
  });
  if (waiting.size === 0) store.waiting.delete(bot);
}
