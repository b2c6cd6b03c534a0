import type { Effect } from '../effect.ts';
import type { Media, Session } from '../session.ts';
import type { Part, Person } from './inbox.ts';

/** A private conversation with one person. */
export interface PlatformConversation {
  readonly platformId: string;
  readonly participant: Person;
  readonly lastMessageAt?: Date;
}

export interface PlatformMessage {
  readonly platformId: string;
  /**
   * The platform's id of the conversation, the participant's id where it has none. Messages with one participant are one
   * conversation, also when callbacks and lists name it by different ids.
   */
  readonly conversationId: string;
  /** The person on the other side, even of a message written by the account. */
  readonly participant: Person;
  /** Written by the account. */
  readonly isOwn: boolean;
  readonly text?: string;
  readonly attachments: readonly MessageAttachment[];
  readonly createdAt: Date;
  /** When the text was changed last. */
  readonly editedAt?: Date;
  /** The message that it answers. */
  readonly replyToId?: string;
  /** Link or advertisement through which the person came, in the platform's form. Alone, without text: `isReferral`. */
  readonly referral?: Readonly<Record<string, unknown>>;
  /** No message was written: the person only opened the conversation through `referral`. */
  readonly isReferral?: boolean;
  /** A button that the person pressed; its title is the text. */
  readonly postback?: { readonly title: string; readonly payload: string };
  /** The quick reply that the person chose; its title is the text. */
  readonly quickReply?: { readonly payload: string };
  /** The approved template that it was made from. */
  readonly template?: Readonly<Record<string, unknown>>;
  /** The reactions that the platform lists with the message. */
  readonly reactions?: readonly MessageReaction[];
  readonly raw: unknown;
}

interface MessageReaction {
  readonly personId: string;
  /** null: taken back. */
  readonly emoji: string | null;
  readonly at: Date;
}

export interface MessageAttachment {
  /** `story_mention`: the person mentioned the account in a story. `other`: what the platform shows nowhere else. */
  readonly type:
    | Media['type']
    | 'sticker'
    | 'share'
    | 'story_mention'
    | 'story_reply'
    | 'location'
    | 'contact'
    | 'other';
  /** Absent where the platform gives no public address. */
  readonly url?: string;
}

/**
 * The delivery status of a message of the account. Statuses arrive in any order: a later stage includes the earlier
 * ones.
 */
export interface PlatformMessageStatus {
  /** The message; absent where the platform reports all messages up to `at` to the participant. */
  readonly platformId?: string;
  /** The other side, where the platform reports it. */
  readonly participantId?: string;
  readonly otherPersonIds?: readonly string[];
  readonly status: 'sent' | 'delivered' | 'read' | 'failed';
  readonly at: Date;
  /** The key under which it was sent, where the platform returns it. */
  readonly key?: string;
  /** The reason of a failure. */
  readonly error?: { readonly code: string; readonly message: string };
  readonly raw: unknown;
}

/** A change of a message after it was sent, by either side. Changes arrive in any order, also before their message. */
export type PlatformMessageChange = {
  readonly platformId: string;
  readonly at: Date;
  /** The other side of the conversation, where the platform reports it; the author of a reaction. */
  readonly personId?: string;
  readonly otherPersonIds?: readonly string[];
} & (
  | { readonly change: 'edited'; readonly text: string }
  /** Unsent: the text and the attachments go. */
  | { readonly change: 'removed' }
  | { readonly change: 'reaction'; readonly personId: string; readonly emoji: string | null }
);

/** One message: a text or one attachment. */
export interface MessageInput {
  readonly conversationId: string;
  readonly participantId: string;
  readonly text?: string;
  readonly attachment?: Media;
  readonly replyToId?: string;
  /** Allows a message outside the platform's time window, such as `HUMAN_AGENT`. */
  readonly tag?: string;
  /** Quick replies, buttons or cards, in the contract's form (11); absent where the connector does not support them. */
  readonly interactive?: Readonly<Record<string, unknown>>;
}

export interface Messages {
  /** Newest first. Absent where the platform has no history. */
  readonly conversations?: (session: Session, cursor?: string) => Promise<Part<PlatformConversation>>;
  /** Messages of a conversation, newest first. */
  readonly list?: (session: Session, conversationId: string, cursor?: string) => Promise<Part<PlatformMessage>>;
  /** Messages of all conversations, newest first, on platforms that list them so. */
  readonly everyMessage?: (session: Session, cursor?: string) => Promise<Part<PlatformMessage>>;
  /** Reads the name of a person, where callbacks contain only the id. */
  readonly person?: (session: Session, id: string) => Promise<Person>;
  readonly send: Effect<MessageInput>;
  readonly limits: MessageLimits;
  /** Reports that reach us beside the messages themselves. */
  readonly reports?: readonly MessageReport[];
}

/**
 * `delivered`, `read`, `failed`: what became of a message of the account. `postback`: a pressed button. `referral`: a
 * conversation that was opened through a link. `reaction`, `edit`, `removal`: changes of a message.
 */
export const MESSAGE_REPORTS = [
  'delivered',
  'read',
  'failed',
  'postback',
  'referral',
  'reaction',
  'edit',
  'removal',
] as const;
export type MessageReport = (typeof MESSAGE_REPORTS)[number];

export interface MessageLimits {
  /** Characters, or what `count` counts. */
  readonly textLengthMax: number;
  readonly count?: (text: string) => number;
  readonly attachments: readonly Media['type'][];
  readonly tags?: readonly string[];
  /** Quick replies, buttons and cards. */
  readonly isInteractive?: boolean;
  /** A message may answer another one. */
  readonly takesReplyTo?: boolean;
  /**
   * Hours after the other side's last message in which a free reply may be sent; absent when there is no such window.
   */
  readonly windowHours?: number;
  /** The longer window of a message with a tag. */
  readonly tagWindowHours?: number;
}
