import { Rejected } from '../../core/calls/response.ts';
import type { OwnThing, VisitorAction, VisitorResult } from '../../core/control/visitors.ts';
import type { Table, World } from '../../core/world/world.ts';
import type { ConversationRow, MessageFields, Story } from './conversations.ts';

export interface Person {
  readonly id: string;
  readonly username: string;
}

/** What a person may send, and the fields of callbacks that tell of the rest. */
export interface MessagingRules {
  readonly kinds: readonly string[];
  readonly fields: {
    readonly deliveries?: string;
    readonly reads: string;
    readonly reactions: string;
    readonly edits: string;
    readonly postbacks: string;
    readonly referrals: string;
  };
  /** Who has read what: everything up to a moment, or one message. */
  readonly readBy: 'watermark' | 'mid';
  /** Whether the platform tells that a message was unsent. */
  readonly canUnsend: boolean;
}

/** The messaging of one platform of Meta, as its visitors use it. */
export interface Messaging<Row extends MessageFields> {
  readonly world: World;
  readonly store: { readonly messages: Table<Row>; readonly conversations: Table<ConversationRow> };
  readonly rules: MessagingRules;
  /** The person of an action, made on first sight; rejects who may not write. */
  person(action: VisitorAction): Person;
  put(
    options: Pick<MessageFields, 'account' | 'text'> &
      Partial<Pick<MessageFields, 'attachments' | 'reply_to' | 'story' | 'quick_reply'>> & {
        person: string;
        isFromPerson: boolean;
      },
  ): Row;
  tell(row: Row): void;
  /** Sends one object of `messaging[]` to those who subscribed to the field. */
  send(account: string, field: string, messaging: object): void;
}

const samples: Readonly<Record<string, string>> = {
  image: 'sample.jpg',
  video: 'sample.mp4',
  audio: 'sample.mp4',
  file: 'sample.png',
  story_mention: 'sample.jpg',
};

/** `kind`: text, a file, a quick reply (with its payload), a story that names the account, a reply to a story. */
export function writeMessage<Row extends MessageFields>(
  messaging: Messaging<Row>,
  action: VisitorAction,
): VisitorResult {
  const { world, rules } = messaging;
  const { kind = 'text', messageId, account } = action;
  if (!rules.kinds.includes(kind)) throw new Rejected(400, `kind must be one of: ${rules.kinds.join(', ')}.`);
  if (messageId !== undefined) messageOf(messaging, action, messageId);
  return world.effect(() => {
    const person = messaging.person(action);
    const story = storyOf(world, action);
    const row = messaging.put({
      account: account.platform_id,
      person: person.id,
      isFromPerson: true,
      text: action.text === '' ? null : action.text,
      attachments: attachmentsOf(world, action),
      ...(messageId !== undefined && { reply_to: messageId }),
      ...(story !== null && { story }),
      ...(kind === 'quick_reply' && { quick_reply: action.payload ?? action.text }),
    });
    messaging.tell(row);
    return resultOf(row, person);
  });
}

function attachmentsOf({ media }: World, { kind = 'text', url }: VisitorAction) {
  const sample = samples[kind];
  return sample === undefined ? [] : [{ type: kind, url: url ?? media.sample(sample) }];
}

function storyOf({ media, ids }: World, { kind = 'text', url, postId }: VisitorAction): Story | null {
  if (kind !== 'story_mention' && kind !== 'story_reply') return null;
  const type = kind === 'story_mention' ? 'mention' : 'reply_to';
  return { type, id: postId ?? ids.digits('178', 17), url: url ?? media.sample('sample.jpg') };
}

export function editMessage<Row extends MessageFields>(messaging: Messaging<Row>, action: OwnThing): VisitorResult {
  const { world, store, rules } = messaging;
  return world.effect(() => {
    const row = messageOf(messaging, action, action.id);
    const person = writerOf(row, action);
    const edits = (row.edits ?? 0) + 1;
    store.messages.put(row.id, { ...row, text: action.text, edits });
    const message_edit = { mid: row.id, text: action.text, num_edit: edits };
    tellOf(messaging, action, person, rules.fields.edits, { message_edit });
    return { platform_id: row.id, username: person.username, user_id: person.id, text: action.text };
  });
}

/** Unsent messages are in no list any more. */
export function unsend<Row extends MessageFields>(messaging: Messaging<Row>, action: OwnThing): VisitorResult {
  const { world, store, rules } = messaging;
  if (!rules.canUnsend) throw new Rejected(501, 'The platform tells nobody that a message was unsent.');
  return world.effect(() => {
    const row = messageOf(messaging, action, action.id);
    const person = writerOf(row, action);
    store.messages.delete(row.id);
    tellOf(messaging, action, person, 'messages', { message: { mid: row.id, is_deleted: true } });
    return { platform_id: row.id, username: person.username, user_id: person.id };
  });
}

export function tellOf<Row extends MessageFields>(
  messaging: Messaging<Row>,
  { account }: VisitorAction,
  person: Person,
  field: string,
  content: object,
): void {
  const timestamp = messaging.world.clock.now();
  const [sender, recipient] = [{ id: person.id }, { id: account.platform_id }];
  messaging.send(account.platform_id, field, { sender, recipient, timestamp, ...content });
}

export function messageOf<Row extends MessageFields>(
  { store }: Messaging<Row>,
  { account }: VisitorAction,
  id: string,
): Row {
  const row = store.messages.get(id);
  if (row?.account === account.platform_id) return row;
  throw new Rejected(404, `No message ${id}.`);
}

function writerOf(row: MessageFields, { username }: VisitorAction): Person {
  if (row.from === row.account) throw new Rejected(409, 'The account has written this message.');
  return { id: row.from, username: username ?? 'jane' };
}

export function resultOf(row: MessageFields, { id, username }: Person): VisitorResult {
  return { platform_id: row.id, username, user_id: id, conversation_id: row.conversation, text: row.text ?? '' };
}
