import type { Effect, RepeatableEffect } from './effect.ts';
import type { Media, Session } from './session.ts';

export interface Person {
  readonly id: string;
  readonly name?: string;
  readonly username?: string;
  readonly avatarUrl?: string;
}

/** A part of a long list, and the cursor of the next part; the last part has no cursor. */
export interface Part<Item> {
  readonly items: readonly Item[];
  readonly cursor?: string;
}

/** A comment as the platform sends it. */
export interface PlatformComment {
  readonly platformId: string;
  readonly platformPostId: string;
  /** The parent comment; absent for a top-level comment. */
  readonly parentId?: string;
  readonly author: Person;
  readonly text: string;
  readonly createdAt: Date;
  readonly isOwner: boolean;
  readonly likeCount?: number;
  readonly replyCount?: number;
  readonly isHidden?: boolean;
  /** Liked by the account. */
  readonly isLiked?: boolean;
  readonly moderationStatus?: ModerationStatus;
  /** When the text was changed last; absent where it was not, or the platform does not tell. */
  readonly editedAt?: Date;
  readonly permalink?: string;
  /** The platform's original, stored for `raw_payload`. */
  readonly raw: unknown;
}

/** Where moderation keeps a comment; only `published` is shown to everybody. */
export type ModerationStatus = 'published' | 'held_for_review' | 'likely_spam' | 'rejected';

export interface ReplyInput {
  readonly platformPostId: string;
  /** Absent: a top-level comment on the post. */
  readonly parentId?: string;
  readonly text: string;
}

/** The parent of a reply: a comment, or the post itself. */
export function answeredId({ parentId, platformPostId }: ReplyInput): string {
  return parentId ?? platformPostId;
}

export interface CommentRef {
  readonly platformPostId: string;
  readonly commentId: string;
}

/** On: hidden, liked. Off undoes it. */
export interface CommentMark extends CommentRef {
  readonly isOn: boolean;
}

export interface CommentText extends CommentRef {
  readonly text: string;
}

export interface Moderation extends CommentRef {
  readonly status: 'published' | 'held_for_review' | 'rejected';
  readonly bansAuthor: boolean;
}

/** The possible actions on comments. `allows` decides for a single comment. */
export interface Comments {
  /**
   * Comments and their replies on one post of the account, newest first as far as the platform sends them. `status`
   * (default `published`): those that moderation keeps there, where the connector has `moderation`.
   */
  readonly list: (
    session: Session,
    platformPostId: string,
    status?: ModerationStatus,
  ) => Promise<readonly PlatformComment[]>;
  /**
   * A list shorter than this shows every comment of the post, so a missing one was removed. Absent where lists leave some
   * out.
   */
  readonly wholeBelow?: number;
  readonly reply?: Effect<ReplyInput>;
  /** Removes a comment. A missing comment counts as removed. */
  readonly removal?: RepeatableEffect<CommentRef>;
  readonly hiding?: RepeatableEffect<CommentMark>;
  readonly liking?: RepeatableEffect<CommentMark>;
  /** Changes the text of an own comment. */
  readonly editing?: RepeatableEffect<CommentText>;
  readonly moderation?: RepeatableEffect<Moderation>;
  /** A private message to the author of a comment. */
  readonly privateReply?: Effect<CommentText>;
  /** Days after the comment in which it may get its one private reply. */
  readonly privateReplyDays?: number;
  /**
   * Whether this comment may be removed or hidden, where a platform allows it only for own ones or those of others.
   * Absent: always.
   */
  readonly allows?: (action: 'removal' | 'hiding', comment: Pick<PlatformComment, 'isOwner' | 'parentId'>) => boolean;
}

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

export interface MessageReaction {
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
  /** The message; absent where the platform reports all messages up to `at` to one participant. */
  readonly platformId?: string;
  readonly participantId?: string;
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
  readonly send: Effect<MessageInput>;
  readonly limits: MessageLimits;
  /** What reaches us beside the messages themselves. */
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

export interface PlatformReview {
  readonly platformId: string;
  readonly author: Person;
  /** 1 to 5. */
  readonly rating: number;
  readonly text?: string;
  readonly createdAt: Date;
  readonly updatedAt?: Date;
  readonly reply?: { readonly text: string; readonly createdAt: Date };
  readonly raw: unknown;
}

export interface Reviews {
  /** Newest first. */
  readonly list: (session: Session, cursor?: string) => Promise<Part<PlatformReview>>;
  /** Writes or replaces the owner's one reply. */
  readonly reply: RepeatableEffect<{ readonly reviewId: string; readonly text: string }>;
  /** Removes the owner's reply. A missing reply counts as removed. */
  readonly replyRemoval?: RepeatableEffect<{ readonly reviewId: string }>;
  readonly replyBytesMax: number;
}

/** A mention of the account in another person's post or comment. */
export interface PlatformMention {
  readonly platformId: string;
  /** The post that contains the mention, itself or in a comment. */
  readonly platformPostId?: string;
  readonly author: Person;
  readonly text: string;
  readonly permalink?: string;
  readonly createdAt: Date;
  readonly editedAt?: Date;
  readonly raw: unknown;
}

/** A mention by its ids. */
export interface MentionRef {
  readonly mentionId: string;
  readonly platformPostId?: string;
}

export interface Mentions {
  /** Newest first. Absent where the platform only pushes them. */
  readonly list?: (session: Session, cursor?: string) => Promise<Part<PlatformMention>>;
  /** Reads one mention, where callbacks contain only its ids (`mention_notice`). */
  readonly read?: (session: Session, mention: MentionRef) => Promise<PlatformMention>;
  /** Replies in public, below the mention. */
  readonly reply?: Effect<MentionReply>;
}

export interface MentionReply extends MentionRef {
  readonly text: string;
}
