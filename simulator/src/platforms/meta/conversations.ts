import type { MessageView } from '../../core/page/views.ts';
import type { Account, Table, World } from '../../core/world/world.ts';
import { compare } from './paging.ts';

export interface ConversationRow {
  readonly id: string;
  /** Changes with every message: lists are newest first. */
  readonly order: string;
  readonly account: string;
  readonly person: string;
  readonly updated_at: number;
}

export interface MessageAttachment {
  readonly type: string;
  readonly url: string | null;
}

/** A message, the same on every platform of Meta. */
export interface MessageFields {
  readonly id: string;
  readonly order: string;
  readonly account: string;
  readonly conversation: string;
  readonly from: string;
  readonly to: string;
  readonly text: string | null;
  readonly attachments: readonly MessageAttachment[];
  /** The account's reaction, and the person's. */
  readonly reaction: string | null;
  readonly person_reaction?: string | null;
  /** The message that it answers. */
  readonly reply_to?: string | null;
  /** The story that it answers or that names the account. */
  readonly story?: Story | null;
  /** The payload of the quick reply that was chosen. */
  readonly quick_reply?: string | null;
  /** How often it was changed. */
  readonly edits?: number;
  readonly created_at: number;
}

export interface Story {
  readonly type: 'mention' | 'reply_to';
  readonly id: string;
  readonly url: string;
}

/** The `message` of a callback. */
export function messagePayload(row: MessageFields): Record<string, unknown> {
  const { id, text, reply_to = null, story, quick_reply = null, attachments } = row;
  const answered = {
    ...(reply_to !== null && { mid: reply_to }),
    ...(story?.type === 'reply_to' && { story: { id: story.id, url: story.url } }),
  };
  return {
    mid: id,
    ...(text !== null && { text }),
    ...(quick_reply !== null && { quick_reply: { payload: quick_reply } }),
    ...(Object.keys(answered).length > 0 && { reply_to: answered }),
    ...(attachments.length > 0 && { attachments: attachments.map(({ type, url }) => ({ type, payload: { url } })) }),
  };
}

/** The reactions of a message as the conversations API shows them. */
export function reactionsOf(
  { reaction, person_reaction = null, account, from, to }: MessageFields,
  nameOf: (id: string) => object,
): object | undefined {
  const person = from === account ? to : from;
  const data = [
    ...(reaction === null ? [] : [{ reaction, users: [nameOf(account)] }]),
    ...(person_reaction === null ? [] : [{ reaction: person_reaction, users: [nameOf(person)] }]),
  ];
  return data.length === 0 ? undefined : { data };
}

/** Conversations and messages keep their places when something older is added. */
export function conversationAfter(known: ConversationRow | undefined, next: ConversationRow): ConversationRow {
  return known !== undefined && compare(known.order, next.order) > 0 ? known : next;
}

interface Inbox {
  readonly world: World;
  readonly store: {
    readonly people: Table<{ readonly username: string }>;
    readonly conversations: Table<ConversationRow>;
    readonly messages: Table<MessageFields>;
  };
}

/** For the simulator's page: all messages of an account, oldest first. */
export function messageViews({ world, store }: Inbox, { platform_id }: Account): MessageView[] {
  return store.conversations
    .where('account', platform_id)
    .flatMap(({ id, person }) =>
      store.messages
        .where('conversation', id)
        .map((row) => ({ row, with: store.people.get(person)?.username ?? person })),
    )
    .sort((a, b) => compare(a.row.order, b.row.order))
    .map(({ row, with: name }) => ({
      platform_id: row.id,
      with: name,
      own: row.from === platform_id,
      text: row.text ?? row.attachments.map(({ type }) => `[${type}]`).join(' '),
      at: world.clock.iso(row.created_at),
    }));
}
