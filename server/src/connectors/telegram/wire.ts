import { z } from 'zod';
import { lenient, optionalText } from '../shared/call-platform.ts';

/** Ids of chats may exceed the safe integers and then come as text. */
const ChatId = z.union([z.int(), z.string().regex(/^-?\d{1,20}$/)]).transform(String);
const MessageId = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

/** https://core.telegram.org/bots/api#making-requests */
export const Rejection = z.object({
  ok: z.literal(false),
  description: z.string().min(1),
  parameters: lenient(z.object({ retry_after: lenient(z.int().min(0)), migrate_to_chat_id: lenient(ChatId) })),
});

/** The result of a method, in Telegram's envelope. */
export function resultOf<Schema extends z.ZodType>(result: Schema) {
  return z.object({ ok: z.literal(true), result });
}

const username = lenient(z.string().min(1).max(100));

export const Bot = z.object({ id: ChatId, username });

export const Chat = z.object({
  id: ChatId,
  type: z.string(),
  title: optionalText,
  username,
  description: optionalText,
  linked_chat_id: lenient(ChatId),
});

/** Rights of a member; an owner's rights are not listed. */
export const Member = z.object({ status: z.string(), can_post_messages: lenient(z.boolean()) });

export const SentMessage = z.object({ message_id: MessageId, chat: lenient(z.object({ username })) });
export const SentMessages = z.array(SentMessage).min(1);

/** The changed message; for some messages only `true`. */
export const Changed = z.union([SentMessage, z.literal(true)]);

const User = z.object({
  id: ChatId,
  first_name: optionalText,
  last_name: optionalText,
  username,
});
const Sender = z.object({ id: ChatId, title: optionalText, username });

/** A post of the channel that Telegram forwarded into the discussion group. */
const Forwarded = z.object({
  is_automatic_forward: lenient(z.boolean()),
  forward_origin: lenient(
    z.object({ type: z.literal('channel'), chat: z.object({ id: ChatId }), message_id: MessageId }),
  ),
});

const file = z.unknown().optional();

const UnixTime = z.int().min(946_684_800).max(7_258_118_399);

const GroupMessage = Forwarded.extend({
  message_id: MessageId,
  message_thread_id: lenient(MessageId),
  date: UnixTime,
  edit_date: lenient(UnixTime),
  from: lenient(User),
  sender_chat: lenient(Sender),
  reply_to_message: lenient(Forwarded.extend({ message_id: MessageId })),
  text: optionalText,
  caption: optionalText,
  chat: lenient(z.object({ id: ChatId, type: z.string() })),
  photo: file,
  video: file,
  video_note: file,
  animation: file,
  audio: file,
  voice: file,
  document: file,
  sticker: file,
});
export type GroupMessage = z.output<typeof GroupMessage>;

/** The number of an update must be readable, or the update would come again for ever. Its content may be anything. */
export const Updates = z.array(
  z.object({
    update_id: z
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER - 1),
    message: z.unknown().optional(),
    edited_message: z.unknown().optional(),
    message_reaction: z.unknown().optional(),
  }),
);

/** A person's reactions to a message, all of them after the change. */
export const Reaction = z.object({
  chat: z.object({ id: ChatId, type: z.string() }),
  message_id: MessageId,
  user: z.object({ id: ChatId }),
  date: UnixTime,
  new_reaction: z.array(z.object({ emoji: optionalText })),
});

export function readMessage(message: unknown): GroupMessage | undefined {
  return GroupMessage.safeParse(message).data;
}
