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
import { graphTime } from '../../meta/time.ts';
import { edgePath } from '../../meta/versions.ts';
import { nodeOf, ownAccount } from '../access.ts';
import { scopes } from '../scopes.ts';
import type { Instagram, MessageRow } from '../store.ts';

/** Only the newest messages of a conversation can be read in detail. */
const detailedMessages = 20;

/** https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/conversations-api */
export function listConversations(instagram: Instagram, call: Call): PlatformResponse {
  const { platform_id } = ownAccount(instagram, call);
  requireScope(call, scopes.messages);
  if ((call.input('platform') ?? 'instagram') !== 'instagram')
    throw invalidParameter('Param platform must be one of {INSTAGRAM}');
  const person = call.input('user_id');
  const rows = instagram.store.conversations
    .where('account', platform_id)
    .filter((row) => person === undefined || row.person === person)
    .sort((a, b) => compare(b.order, a.order));
  const choices = requestedFields(call);
  const type = conversationType(instagram, call);
  const map = (row: ConversationRow) => project(type, row, choices);
  const path = edgePath(call, platform_id, 'conversations');
  return json(listResponse(call, { rows, direction: 'newest first', map, limitMax: 100, path }));
}

export function readConversation(instagram: Instagram, call: Call, row: ConversationRow): PlatformResponse {
  requireScope(call, scopes.messages);
  return json(project(conversationType(instagram, call), row, requestedFields(call)));
}

/** `GET /{conversation}/messages`, newest first. */
export function listMessages(instagram: Instagram, call: Call): PlatformResponse {
  const { row } = nodeOf(instagram, call, 'conversation');
  requireScope(call, scopes.messages);
  const choices = requestedFields(call);
  const type = messageType(instagram);
  const map = (message: MessageRow) => project(type, message, choices);
  const path = edgePath(call, row.id, 'messages');
  const rows = messagesOf(instagram, row.id);
  return json(listResponse(call, { rows, direction: 'newest first', map, limitMax: 100, path }));
}

export function readMessage(instagram: Instagram, call: Call, row: MessageRow): PlatformResponse {
  requireScope(call, scopes.messages);
  const isDetailed = messagesOf(instagram, row.conversation)
    .slice(0, detailedMessages)
    .some(({ id }) => id === row.id);
  if (!isDetailed)
    throw new GraphError({ message: 'This message has been deleted by the user or the business.', code: 9_000_001 });
  return json(project(messageType(instagram), row, requestedFields(call)));
}

function conversationType(instagram: Instagram, call: Call): NodeType<ConversationRow> {
  return {
    name: 'IGConversation',
    defaults: ['id', 'updated_time'],
    fields: {
      id: ({ id }) => id,
      updated_time: ({ updated_at }) => graphTime(updated_at),
      participants: ({ account, person }) => ({
        data: [participant(instagram, account), participant(instagram, person)],
      }),
      messages: (row, options) =>
        nestedList(
          call,
          {
            rows: messagesOf(instagram, row.id),
            direction: 'newest first',
            map: (message) => project(messageType(instagram), message, options.fields),
            limitMax: 100,
            path: edgePath(call, row.id, 'messages'),
          },
          options,
        ),
    },
  };
}

function messageType(instagram: Instagram): NodeType<MessageRow> {
  return {
    name: 'IGMessage',
    defaults: ['id', 'created_time'],
    fields: {
      id: ({ id }) => id,
      created_time: ({ created_at }) => graphTime(created_at),
      from: ({ from }) => participant(instagram, from),
      to: ({ to }) => ({ data: [participant(instagram, to)] }),
      message: ({ text }) => text ?? '',
      attachments: ({ attachments }) =>
        attachments.length > 0 ? { data: attachments.map(attachmentData) } : undefined,
      reactions: (row) => reactionsOf(row, (id) => participant(instagram, id)),
      reply_to: ({ reply_to }) => (reply_to ? { mid: reply_to, id: reply_to } : undefined),
      shares: () => undefined,
      story: ({ story }) => (story ? { [story.type]: { link: story.url, id: story.id } } : undefined),
      is_unsupported: () => false,
    },
  };
}

function attachmentData({ type, url }: MessageAttachment): object {
  if (type === 'image') return { image_data: { url, preview_url: url, width: 1080, height: 1080 } };
  if (type === 'video') return { video_data: { url, preview_url: url, width: 720, height: 1280 } };
  return { file_url: url };
}

function participant({ world, store }: Instagram, id: string): object {
  return { username: world.accounts.get(id)?.username ?? store.people.get(id)?.username, id };
}

/** Newest first. */
export function messagesOf({ store }: Instagram, conversation: string): MessageRow[] {
  return store.messages.where('conversation', conversation).sort((a, b) => compare(b.order, a.order));
}

export function conversationWith({ store }: Instagram, account: string, person: string): ConversationRow | undefined {
  return store.conversations.where('account', account).find((row) => row.person === person);
}

/** Adds a message to the conversation, which it opens and puts on top. Inside an effect. */
export function putMessage(
  instagram: Instagram,
  options: Pick<MessageRow, 'account' | 'text'> &
    Partial<Pick<MessageRow, 'attachments' | 'reply_to' | 'story' | 'quick_reply'>> & {
      person: string;
      isFromPerson: boolean;
    },
): MessageRow {
  const { world, store } = instagram;
  const { account, person, isFromPerson, ...content } = options;
  const [order, now] = [world.ids.snowflake(), world.clock.now()];
  const known = conversationWith(instagram, account, person);
  const id = known?.id ?? world.ids.text('aWdfZAG06MTpJR01lc3NhZA2VUaHJlYWQ6', 24);
  store.conversations.put(id, conversationAfter(known, { id, order, account, person, updated_at: now }));
  const row: MessageRow = {
    id: world.ids.text('aWdfZAG1faXRlbToxOklHTWVzc2FnZA', 32),
    order,
    account,
    conversation: id,
    from: isFromPerson ? person : account,
    to: isFromPerson ? account : person,
    attachments: [],
    reaction: null,
    created_at: now,
    ...content,
  };
  store.messages.put(row.id, row);
  return row;
}
