import type { Call } from '../../core/platform.ts';
import { badRequest, forbidden } from './errors.ts';
import { botOf } from './people.ts';
import type { Bot, Chat, Entity, Store } from './store.ts';

/** A field that is no plain value: as JSON it comes as it is, in forms and queries as text. */
function structured(call: Call, name: string): unknown {
  const value = call.body[name] ?? call.query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw badRequest(`can't parse ${name} JSON object`);
  }
}

export function objectIn<Value extends object>(call: Call, name: string): Value | undefined {
  const value = structured(call, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw badRequest(`can't parse ${name} JSON object`);
  return value as Value;
}

/** A field that is a list of objects. */
export function listed<Item extends object>(call: Call, name: string): readonly Item[] | undefined {
  const list = structured(call, name);
  if (list === undefined) return undefined;
  const isGood = Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null);
  if (!isGood) throw badRequest(`can't parse ${name} JSON object`);
  return list as Item[];
}

/** A field that is a list of texts or numbers, given as text. */
export function plainList(call: Call, name: string): readonly string[] | undefined {
  const list = structured(call, name);
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) throw badRequest(`can't parse ${name} JSON object`);
  return list.map(String);
}

/** The options of a poll, each an object with a text or, as in former times, the text itself. */
export function optionsIn(call: Call): readonly string[] {
  const list = structured(call, 'options');
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw badRequest("can't parse options JSON object");
  return list.map((option: unknown) => {
    const text = typeof option === 'object' && option !== null ? (option as { text?: unknown }).text : option;
    return String(text ?? '').trim();
  });
}

export function flag(call: Call, name: string): boolean {
  return ['true', '1', 'True'].includes(call.input(name) ?? '');
}

export function whole(call: Call, name: string): number | undefined {
  const value = call.input(name);
  if (value === undefined || value === '') return undefined;
  const number = Number(value);
  if (!Number.isInteger(number)) throw badRequest(`invalid ${name} specified`);
  return number;
}

/** The bot whose token is in the path. */
export function callingBot(store: Store, call: Call): Bot {
  return botOf(store, call.account?.platform_id ?? '');
}

/** A chat by its number or by `@username`, whoever asks. */
export function chatAt(store: Store, chatId: string): Chat | undefined {
  if (!chatId.startsWith('@')) return store.chats.get(chatId);
  const name = chatId.slice(1).toLowerCase();
  return store.chats.all().find(({ type, username }) => type !== 'private' && username.toLowerCase() === name);
}

/** The chat of `chat_id`, which the bot must know. */
export function chatOf(store: Store, call: Call, name = 'chat_id'): Chat {
  const chatId = call.input(name) ?? '';
  if (chatId === '') throw badRequest('chat_id is empty');
  const chat = chatAt(store, chatId);
  if (!chat) throw badRequest('chat not found');
  const { channel } = callingBot(store, call);
  if (chat.type !== 'private' && chat.id !== channel && chat.linked !== channel) {
    const what = chat.type === 'channel' ? 'channel' : 'supergroup';
    throw forbidden(`bot is not a member of the ${what} chat`);
  }
  return chat;
}

/** The chats in which the bot may write. A person must have written first. */
export function writableChat(store: Store, call: Call): Chat {
  const chat = chatOf(store, call);
  const { id } = callingBot(store, call);
  if (chat.type !== 'private') return chat;
  if (!store.members.get(`${id} ${chat.id}`)) throw forbidden("bot can't initiate conversation with a user");
  return chat;
}

export function entitiesIn(call: Call, name: string): readonly Entity[] {
  const entities = listed<Entity>(call, name) ?? [];
  const isGood = entities.every(({ type, offset, length }) => typeof type === 'string' && offset >= 0 && length > 0);
  if (!isGood) throw badRequest(`can't parse ${name} JSON object`);
  return entities;
}
