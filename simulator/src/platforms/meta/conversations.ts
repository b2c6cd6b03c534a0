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
  readonly reaction: string | null;
  readonly created_at: number;
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
