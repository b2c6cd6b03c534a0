import type { World } from '../../core/world/world.ts';

type ChatType = 'private' | 'group' | 'supergroup' | 'channel';

export interface Chat {
  readonly id: string;
  readonly type: ChatType;
  readonly title: string;
  readonly username: string;
  /** Channel and discussion group name each other. */
  readonly linked: string;
  /** The number of the newest message. */
  readonly last_message: number;
}

/** One bot for each business account; the account itself is the channel that the bot administers. */
export interface Bot {
  readonly id: string;
  readonly token: string;
  readonly channel: string;
  readonly name: string;
  readonly username: string;
  readonly last_update: number;
}

export interface Person {
  readonly id: string;
  readonly first_name: string;
  readonly username: string;
}

export interface Media {
  readonly type: 'photo' | 'video' | 'animation' | 'document' | 'audio';
  readonly file_id: string;
}

export interface FileRow {
  readonly id: string;
  readonly unique_id: string;
  readonly url: string;
  readonly size: number;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly duration: number;
  readonly name: string;
  readonly path: string;
}

export interface Entity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly [field: string]: unknown;
}

export interface Poll {
  readonly id: string;
  readonly question: string;
  readonly options: readonly string[];
  readonly is_anonymous: boolean;
  readonly allows_multiple_answers: boolean;
  readonly type: string;
}

export interface Message {
  readonly key: string;
  readonly chat: string;
  readonly id: number;
  /** A person's or bot's id, or '' when the chat itself speaks. */
  readonly from: string;
  readonly sender_chat: string;
  readonly date: number;
  readonly edit_date: number | null;
  readonly text: string;
  readonly entities: readonly Entity[];
  readonly media: Media | null;
  readonly group: string;
  readonly poll: Poll | null;
  readonly reply_to: number | null;
  readonly thread: number | null;
  /** Number of the channel's post that this is the automatic forward of. */
  readonly forward_of: number | null;
  readonly reply_markup: unknown;
  readonly reactions: readonly { readonly from: string; readonly emoji: string }[];
  readonly protected: boolean;
}

export interface UpdateRow {
  readonly key: string;
  readonly bot: string;
  readonly id: number;
  readonly kind: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly at: number;
  readonly visible_at: number;
}

export function openStore(world: World) {
  return {
    world,
    chats: world.table<Chat>('chats', 'username'),
    bots: world.table<Bot>('bots', 'token', 'channel'),
    people: world.table<Person>('people', 'username'),
    files: world.table<FileRow>('files', 'path'),
    messages: world.table<Message>('messages', 'chat', 'group'),
    updates: world.table<UpdateRow>('updates', 'bot'),
    /** The last `allowed_updates` of a bot's getUpdates; they stay until they are sent again. */
    allowed: world.table<{ readonly kinds: readonly string[] }>('allowed'),
    /** Key: chat (for private chats the bot) and person. */
    members: world.table<{ readonly status: string }>('members'),
    /** Calls of getUpdates that wait for news, by bot; in memory. */
    waiting: new Map<string, Set<() => void>>(),
    /** The newest call of getUpdates, by bot; in memory. */
    polls: new Map<string, AbortController>(),
  };
}

export type Store = ReturnType<typeof openStore>;

export function messageOf(store: Store, chat: string, id: number): Message | undefined {
  return store.messages.get(`${chat} ${id}`);
}

/** Updates that are not sent unless they are asked for by name. */
export const optIn = ['chat_member', 'message_reaction', 'message_reaction_count'];
/** How long an update waits to be fetched. */
export const keptMs = 24 * 3600 * 1000;
