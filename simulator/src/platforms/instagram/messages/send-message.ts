import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { GraphError, invalidParameter, requireScope } from '../../meta/errors.ts';
import { isObject, objectInput } from '../../meta/input.ts';
import { ownAccount } from '../access.ts';
import { outsideWindow } from '../errors.ts';
import { scopes } from '../scopes.ts';
import { type CommentRow, dayMs, type Instagram } from '../store.ts';
import { sendMessageCallback } from '../webhooks.ts';
import { conversationWith, messagesOf, putMessage } from './conversations.ts';
import { readMessageContent } from './message-content.ts';

/** https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/messaging-api */
export async function sendMessage(instagram: Instagram, call: Call): Promise<PlatformResponse> {
  ownAccount(instagram, call);
  const recipient = objectInput(call, 'recipient');
  if (!recipient) throw invalidParameter('param recipient must be non-empty.');
  if (recipient.comment_id !== undefined) return sendPrivateReply(instagram, call, String(recipient.comment_id));
  requireScope(call, scopes.messages);
  const person = String(recipient.id ?? '');
  if (call.input('sender_action') !== undefined) return actAsSender(instagram, call, person);
  return sendToPerson(instagram, call, person);
}

async function sendToPerson(instagram: Instagram, call: Call, person: string): Promise<PlatformResponse> {
  const account = ownAccount(instagram, call).platform_id;
  const content = await readMessageContent(instagram, call);
  checkPerson(instagram, account, person);
  checkWindow(instagram, call, account, person);
  return deliver(instagram, call, { account, person, ...content });
}

/** Once for a comment, within seven days of it. It opens a conversation, but no window. */
async function sendPrivateReply(instagram: Instagram, call: Call, commentId: string): Promise<PlatformResponse> {
  const { world, store } = instagram;
  const account = ownAccount(instagram, call).platform_id;
  requireScope(call, scopes.comments);
  const content = await readMessageContent(instagram, call);
  const comment = store.comments.get(commentId);
  const isOpen =
    comment?.account === account &&
    comment.from_id !== account &&
    comment.private_reply_id === null &&
    world.clock.now() - comment.created_at <= 7 * dayMs;
  if (!comment || !isOpen)
    throw invalidParameter('This comment cannot be answered privately, or has been answered already', 2534025);
  return deliver(instagram, call, { account, person: comment.from_id, ...content }, comment);
}

function deliver(
  instagram: Instagram,
  call: Call,
  options: Omit<Parameters<typeof putMessage>[1], 'isFromPerson'>,
  comment?: CommentRow,
): PlatformResponse {
  const row = call.effect(() => {
    const message = putMessage(instagram, { ...options, isFromPerson: false });
    if (comment) instagram.store.comments.put(comment.id, { ...comment, private_reply_id: message.id });
    call.record({
      kind: 'message',
      platform_id: message.id,
      text: message.text ?? '',
      media: message.attachments.flatMap(({ type, url }) => (url === null ? [] : [{ type, url }])),
      in_reply_to: comment?.id ?? options.person,
    });
    sendMessageCallback(instagram, message);
    return message;
  });
  return json({ recipient_id: options.person, message_id: row.id });
}

function checkPerson({ store }: Instagram, account: string, person: string): void {
  if (store.people.get(person)?.account === account) return;
  throw invalidParameter('No matching user found', 2534014);
}

/** 24 hours from the person's last message; with the tag HUMAN_AGENT seven days. */
function checkWindow(instagram: Instagram, call: Call, account: string, person: string): void {
  const tag = call.input('messaging_type') === 'MESSAGE_TAG' ? call.input('tag') : undefined;
  if (tag !== undefined && tag !== 'HUMAN_AGENT') throw invalidParameter('Param tag must be one of {HUMAN_AGENT}');
  const conversation = conversationWith(instagram, account, person);
  const last = conversation && messagesOf(instagram, conversation.id).find(({ from }) => from === person);
  const windowMs = tag === undefined ? dayMs : 7 * dayMs;
  if (!last || instagram.world.clock.now() - last.created_at > windowMs) throw outsideWindow();
}

/** typing_on, mark_seen, react and unreact change nothing but the reaction on a message. */
function actAsSender(instagram: Instagram, call: Call, person: string): PlatformResponse {
  const { store } = instagram;
  const account = ownAccount(instagram, call).platform_id;
  checkPerson(instagram, account, person);
  const action = call.input('sender_action') ?? '';
  if (!['typing_on', 'typing_off', 'mark_seen', 'react', 'unreact'].includes(action))
    throw invalidParameter('Param sender_action must be one of {TYPING_ON, TYPING_OFF, MARK_SEEN, REACT, UNREACT}');
  checkWindow(instagram, call, account, person);
  if (!action.endsWith('react')) return json({ recipient_id: person });

  const payload = objectInput(call, 'payload');
  const message = store.messages.get(String(payload?.message_id ?? ''));
  if (message?.account !== account)
    throw new GraphError({ message: '(#100) Message not found', code: 100, subcode: 2534015 });
  const reaction = action === 'react' && isObject(payload) ? String(payload.reaction ?? 'love') : null;
  call.effect(() => {
    store.messages.put(message.id, { ...message, reaction });
    call.record({ kind: action, platform_id: message.id, text: reaction ?? '' });
  });
  return json({ recipient_id: person });
}
