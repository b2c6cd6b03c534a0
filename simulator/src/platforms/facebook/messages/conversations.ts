import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import {
  type ConversationRow,
  conversationAfter,
  type MessageAttachment,
  reactionsOf,
} from '../../meta/conversations.ts';
import { GraphError, invalidParameter, requireScope } from '../../meta/errors.ts';
import { type NodeType, project, requestedFields } from '../../meta/node.ts';
import { compare, listResponse, nestedList } from '../../meta/paging.ts';
import { dayMs, graphTime } from '../../meta/time.ts';
import { edgePath } from '../../meta/versions.ts';
import { nodeOf, ownPage } from '../access.ts';
import { scopes } from '../scopes.ts';
import type { Facebook, MessageRow, PersonRow } from '../store.ts';

/** Only the newest messages of a conversation can be read in detail. */
const detailedMessages = 20;

/** https://developers.facebook.com/docs/messenger-platform/conversations */
export function listConversations(facebook: Facebook, call: Call): PlatformResponse {
  const { platform_id } = ownPage(facebook, call);
  requireScope(call, scopes.messages);
  if ((call.input('platform') ?? 'messenger').toLowerCase() !== 'messenger')
    throw invalidParameter('Param platform must be one of {MESSENGER, INSTAGRAM}');
  const person = call.input('user_id');
  const rows = facebook.store.conversations
    .where('account', platform_id)
    .filter((row) => person === undefined || row.person === person)
    .sort((a, b) => compare(b.order, a.order));
  const choices = requestedFields(call);
  const type = conversationType(facebook, call);
  const map = (row: ConversationRow) => project(type, row, choices);
  const path = edgePath(call, platform_id, 'conversations');
  return json(listResponse(call, { rows, direction: 'newest first', map, limitMax: 100, path }));
}

export function readConversation(facebook: Facebook, call: Call, row: ConversationRow): PlatformResponse {
  requireScope(call, scopes.messages);
  return json(project(conversationType(facebook, call), row, requestedFields(call)));
}

/** `GET /{conversation}/messages`, newest first. */
export function listMessages(facebook: Facebook, call: Call): PlatformResponse {
  const { row } = nodeOf(facebook, call, 'conversation');
  requireScope(call, scopes.messages);
  const choices = requestedFields(call);
  const map = (message: MessageRow) => project(messageType(facebook), message, choices);
  const path = edgePath(call, row.id, 'messages');
  const rows = messagesOf(facebook, row.id);
  return json(listResponse(call, { rows, direction: 'newest first', map, limitMax: 100, path }));
}

export function readMessageNode(facebook: Facebook, call: Call, row: MessageRow): PlatformResponse {
  requireScope(call, scopes.messages);
  const isDetailed = messagesOf(facebook, row.conversation)
    .slice(0, detailedMessages)
    .some(({ id }) => id === row.id);
  if (!isDetailed)
    throw new GraphError({ message: 'This message has been deleted by the user or the business.', code: 9_000_001 });
  return json(project(messageType(facebook), row, requestedFields(call)));
}

/** `GET /{PSID}`: only after the person has written. */
export function readPerson(facebook: Facebook, call: Call, row: PersonRow): PlatformResponse {
  requireScope(call, scopes.messages);
  const conversation = conversationWith(facebook, row.account, row.id);
  const hasWritten = conversation && messagesOf(facebook, conversation.id).some(({ from }) => from === row.id);
  if (!hasWritten) throw invalidParameter('No profile available for this user', 2018218);
  const type: NodeType<PersonRow> = {
    name: 'UnifiedMessagingAccount',
    defaults: ['first_name', 'last_name', 'profile_pic', 'id'],
    fields: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      first_name: ({ name }) => name.split(' ')[0],
      last_name: ({ name }) => name.split(' ').slice(1).join(' ') || undefined,
      profile_pic: () => facebook.world.media.sample('avatar.png'),
    },
  };
  return json(project(type, row, requestedFields(call)));
}

function conversationType(facebook: Facebook, call: Call): NodeType<ConversationRow> {
  const messages = ({ id }: ConversationRow) => messagesOf(facebook, id);
  const { world } = facebook;
  return {
    name: 'UnifiedThread',
    defaults: ['id', 'link', 'updated_time'],
    fields: {
      id: ({ id }) => id,
      link: ({ account, id }) => `/${account}/inbox/${id.slice(2)}/`,
      updated_time: ({ updated_at }) => graphTime(updated_at),
      snippet: (row) => messages(row)[0]?.text ?? undefined,
      unread_count: (row) => {
        const list = messages(row);
        const answered = list.findIndex(({ from }) => from === row.account);
        return answered === -1 ? list.length : answered;
      },
      message_count: (row) => messages(row).length,
      can_reply: (row) => {
        const last = messages(row).find(({ from }) => from === row.person);
        return last !== undefined && world.clock.now() - last.created_at <= dayMs;
      },
      participants: ({ account, person }) => ({
        data: [participant(facebook, person), participant(facebook, account)],
      }),
      senders: ({ account, person }) => ({ data: [participant(facebook, person), participant(facebook, account)] }),
      messages: (row, options) =>
        nestedList(
          call,
          {
            rows: messages(row),
            direction: 'newest first',
            map: (message) => project(messageType(facebook), message, options.fields),
            limitMax: 100,
            path: edgePath(call, row.id, 'messages'),
          },
          options,
        ),
    },
  };
}

function messageType(facebook: Facebook): NodeType<MessageRow> {
  return {
    name: 'UnifiedMessage',
    defaults: ['id', 'created_time'],
    fields: {
      id: ({ id }) => id,
      created_time: ({ created_at }) => graphTime(created_at),
      from: ({ from }) => participant(facebook, from),
      to: ({ to }) => ({ data: [participant(facebook, to)] }),
      message: ({ text }) => text ?? '',
      tags: ({ from, account }) => ({ data: [{ name: from === account ? 'sent' : 'inbox' }] }),
      attachments: ({ attachments }) =>
        attachments.length > 0 ? { data: attachments.map(attachmentData) } : undefined,
      reactions: (row) => reactionsOf(row, (id) => participant(facebook, id)),
      reply_to: ({ reply_to }) => (reply_to ? { mid: reply_to, id: reply_to } : undefined),
      shares: () => undefined,
      sticker: () => undefined,
    },
  };
}

function attachmentData({ type, url }: MessageAttachment, index: number): object {
  const head = { id: `65114321251024${index}`, name: `${type}-65114321251024${index}`, size: 54_542 };
  if (type === 'image')
    return { ...head, mime_type: 'image/jpeg', image_data: { url, preview_url: url, width: 1080, height: 1080 } };
  if (type === 'video')
    return {
      ...head,
      mime_type: 'video/mp4',
      video_data: { url, preview_url: url, width: 720, height: 1280, length: 5 },
    };
  return { ...head, mime_type: 'application/octet-stream', file_url: url };
}

function participant({ world, store }: Facebook, id: string): object {
  return { name: world.accounts.get(id)?.name ?? store.people.get(id)?.name, email: `${id}@facebook.com`, id };
}

/** Newest first. */
export function messagesOf({ store }: Facebook, conversation: string): MessageRow[] {
  return store.messages.where('conversation', conversation).sort((a, b) => compare(b.order, a.order));
}

export function conversationWith({ store }: Facebook, account: string, person: string): ConversationRow | undefined {
  return store.conversations.where('account', account).find((row) => row.person === person);
}

/** Adds a message to the conversation, which it opens and puts on top. Inside an effect. */
export function putMessage(
  facebook: Facebook,
  options: Pick<MessageRow, 'account' | 'text'> &
    Partial<Pick<MessageRow, 'attachments' | 'metadata' | 'reply_to' | 'quick_reply'>> & {
      person: string;
      isFromPerson: boolean;
    },
): MessageRow {
  const { world, store } = facebook;
  const { account, person, isFromPerson, ...content } = options;
  const [order, now] = [world.ids.snowflake(), world.clock.now()];
  const known = conversationWith(facebook, account, person);
  const id = known?.id ?? world.ids.digits('t_5', 17);
  store.conversations.put(id, conversationAfter(known, { id, order, account, person, updated_at: now }));
  const row: MessageRow = {
    id: world.ids.text('m_', 40),
    order,
    account,
    conversation: id,
    from: isFromPerson ? person : account,
    to: isFromPerson ? account : person,
    attachments: [],
    metadata: null,
    reply_to: null,
    reaction: null,
    created_at: now,
    ...content,
  };
  store.messages.put(row.id, row);
  return row;
}
