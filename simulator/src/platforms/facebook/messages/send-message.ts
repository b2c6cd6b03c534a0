import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { invalidParameter, requireScope } from '../../meta/errors.ts';
import { objectInput } from '../../meta/input.ts';
import { dayMs } from '../../meta/time.ts';
import { ownPage } from '../access.ts';
import { canReplyPrivately } from '../comments/comment-node.ts';
import { noSuchPerson, outsideWindow } from '../errors.ts';
import { scopes } from '../scopes.ts';
import type { CommentRow, Facebook } from '../store.ts';
import { sendMessageCallback } from '../webhooks.ts';
import { conversationWith, messagesOf, putMessage } from './conversations.ts';
import { type MessageContent, readMessageContent } from './message-content.ts';

/** https://developers.facebook.com/docs/messenger-platform/send-messages */
export async function sendMessage(facebook: Facebook, call: Call): Promise<PlatformResponse> {
  const { platform_id: page } = ownPage(facebook, call);
  requireScope(call, scopes.messages);
  const recipient = objectInput(call, 'recipient');
  if (!recipient) throw invalidParameter('param recipient must be non-empty.');
  if (recipient.comment_id !== undefined) return sendPrivateReply(facebook, call, page, String(recipient.comment_id));
  const person = String(recipient.id ?? '');
  if (call.input('sender_action') !== undefined) return actAsSender(facebook, call, page, person);
  checkType(call);
  const content = await readMessageContent(facebook, call);
  checkPerson(facebook, page, person);
  checkWindow(facebook, call, page, person);
  return deliver(facebook, call, { page, person, content });
}

/** Once for a comment, within seven days of it. It opens a conversation, but no window. */
async function sendPrivateReply(
  facebook: Facebook,
  call: Call,
  page: string,
  commentId: string,
): Promise<PlatformResponse> {
  const content = await readMessageContent(facebook, call);
  const comment = facebook.store.comments.get(commentId);
  const isOpen = comment?.account === page && canReplyPrivately(comment, facebook.world.clock.now());
  if (!comment || !isOpen)
    throw invalidParameter('This comment cannot be answered privately, or has been answered already', 2534025);
  return deliver(facebook, call, { page, person: comment.from_id, content, comment });
}

function deliver(
  facebook: Facebook,
  call: Call,
  options: { page: string; person: string; content: MessageContent; comment?: CommentRow },
): PlatformResponse {
  const { page: account, person, content, comment } = options;
  const { attachmentId, ...message } = content;
  const replyTo = objectInput(call, 'reply_to')?.mid;
  const reply_to = typeof replyTo === 'string' ? replyTo : null;
  const row = call.effect(() => {
    const sent = putMessage(facebook, { account, person, isFromPerson: false, ...message, reply_to });
    if (comment) facebook.store.comments.put(comment.id, { ...comment, private_reply_id: sent.id });
    call.record({
      kind: 'message',
      platform_id: sent.id,
      text: sent.text ?? '',
      media: sent.attachments.flatMap(({ type, url }) => (url === null ? [] : [{ type, url }])),
      in_reply_to: comment?.id ?? person,
    });
    sendMessageCallback(facebook, sent);
    return sent;
  });
  const attachment_id = attachmentId === undefined ? {} : { attachment_id: attachmentId };
  return json({ recipient_id: person, message_id: row.id, ...attachment_id });
}

function checkPerson({ store }: Facebook, page: string, person: string): void {
  const row = store.people.get(person);
  if (row?.account !== page) throw noSuchPerson();
}

/** Three tags ended on 27 April 2026: https://developers.facebook.com/docs/messenger-platform/changelog */
function checkType(call: Call): void {
  const types = ['RESPONSE', 'UPDATE', 'MESSAGE_TAG', 'UTILITY'];
  const type = call.input('messaging_type') ?? 'RESPONSE';
  if (!types.includes(type)) throw invalidParameter(`Param messaging_type must be one of {${types.join(', ')}}`);
  const tag = call.input('tag');
  if (type === 'MESSAGE_TAG' && tag !== 'HUMAN_AGENT' && tag !== 'CUSTOMER_FEEDBACK')
    throw invalidParameter('Param tag must be one of {HUMAN_AGENT, CUSTOMER_FEEDBACK}');
}

/** 24 hours from the person's last message; with the tag HUMAN_AGENT seven days. */
function checkWindow(facebook: Facebook, call: Call, page: string, person: string): void {
  const isTagged = call.input('messaging_type') === 'MESSAGE_TAG';
  const conversation = conversationWith(facebook, page, person);
  const last = conversation && messagesOf(facebook, conversation.id).find(({ from }) => from === person);
  const windowMs = isTagged ? 7 * dayMs : dayMs;
  if (!last || facebook.world.clock.now() - last.created_at > windowMs) throw outsideWindow();
}

/** typing_on, mark_seen, react and unreact change nothing but the reaction on a message. */
function actAsSender(facebook: Facebook, call: Call, page: string, person: string): PlatformResponse {
  const { store } = facebook;
  checkPerson(facebook, page, person);
  const action = (call.input('sender_action') ?? '').toLowerCase();
  if (!['typing_on', 'typing_off', 'mark_seen', 'react', 'unreact'].includes(action))
    throw invalidParameter('Param sender_action must be one of {TYPING_ON, TYPING_OFF, MARK_SEEN, REACT, UNREACT}');
  checkWindow(facebook, call, page, person);
  if (!action.endsWith('react')) return json({ recipient_id: person });
  const payload = objectInput(call, 'payload');
  const message = store.messages.get(String(payload?.message_id ?? ''));
  if (message?.account !== page) throw invalidParameter('Message not found', 2534015);
  const reaction = action === 'react' ? String(payload?.reaction ?? 'love') : null;
  call.effect(() => {
    store.messages.put(message.id, { ...message, reaction });
    call.record({ kind: action, platform_id: message.id, text: reaction ?? '' });
  });
  return json({ recipient_id: person });
}
