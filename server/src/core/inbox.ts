import type { Effect, RepeatableEffect } from './effect.ts';
import type { Media, Session } from './session.ts';

export interface Person {
  readonly id: string;
  readonly name?: string;
  readonly username?: string;
  readonly avatarUrl?: string;
}

/** A part of something long, and what leads to the next part; without a cursor it was the last one. */
export interface Part<Item> {
  readonly items: readonly Item[];
  readonly cursor?: string;
}

/** A comment as the platform tells it. */
export interface PlatformComment {
  readonly platformId: string;
  readonly platformPostId: string;
  /** The comment that this one answers; absent for a top-level comment. */
  readonly parentId?: string;
  readonly author: Person;
  readonly text: string;
  readonly createdAt: Date;
  readonly isOwner: boolean;
  readonly likeCount?: number;
  readonly replyCount?: number;
  readonly isHidden?: boolean;
  /** The platform's own words, kept for `raw_payload`. */
  readonly raw: unknown;
}

export interface ReplyInput {
  readonly platformPostId: string;
  /** Absent: a top-level comment on the post. */
  readonly parentId?: string;
  readonly text: string;
}

/** What a reply answers: a comment, or the post itself. */
export function answeredId({ parentId, platformPostId }: ReplyInput): string {
  return parentId ?? platformPostId;
}

export interface CommentRef {
  readonly platformPostId: string;
  readonly commentId: string;
}

/** On: hidden, liked. Off takes it back. */
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

/** What can be done to a comment. Which of it holds for one comment, `allows` tells. */
export interface Comments {
  /** Comments and their replies on one post of the account, newest first as far as the platform gives them. */
  readonly list: (session: Session, platformPostId: string) => Promise<readonly PlatformComment[]>;
  readonly reply?: Effect<ReplyInput>;
  /** Takes a comment down. What is gone already counts as done. */
  readonly removal?: RepeatableEffect<CommentRef>;
  readonly hiding?: RepeatableEffect<CommentMark>;
  readonly liking?: RepeatableEffect<CommentMark>;
  /** Changes the text of an own comment. */
  readonly editing?: RepeatableEffect<CommentText>;
  readonly moderation?: RepeatableEffect<Moderation>;
  /** A private message to the author of a comment. */
  readonly privateReply?: Effect<CommentText>;
  /** Where a platform lets only some comments be removed or hidden: own ones, or those of others. Absent: all. */
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
  readonly conversationId: string;
  /** Who is on the other side, whoever wrote this one. */
  readonly participant: Person;
  /** Written by the account. */
  readonly isOwn: boolean;
  readonly text?: string;
  readonly attachments: readonly MessageAttachment[];
  readonly createdAt: Date;
  readonly raw: unknown;
}

export interface MessageAttachment {
  readonly type: Media['type'];
  /** Absent where the platform gives no address that everybody can open. */
  readonly url?: string;
}

/** How far a message of the account has come. May arrive in any order: a later stage includes the earlier ones. */
export interface PlatformMessageStatus {
  readonly platformId: string;
  readonly status: 'sent' | 'delivered' | 'read' | 'failed';
  readonly at: Date;
  /** The key under which it was sent, where the platform gives it back. */
  readonly key?: string;
  /** Why it failed. */
  readonly error?: { readonly code: string; readonly message: string };
  readonly raw: unknown;
}

/** One message: a text or one attachment. */
export interface MessageInput {
  readonly conversationId: string;
  readonly participantId: string;
  readonly text?: string;
  readonly attachment?: Media;
  readonly replyToId?: string;
  /** Lets a message leave the platform's time window, such as `HUMAN_AGENT`. */
  readonly tag?: string;
  /** Quick replies, buttons or cards, as the contract writes them (11); absent where the connector does not take them. */
  readonly interactive?: Readonly<Record<string, unknown>>;
}

export interface Messages {
  /** Newest first. Absent where the platform tells only what comes in from now on. */
  readonly conversations?: (session: Session, cursor?: string) => Promise<Part<PlatformConversation>>;
  /** Messages of a conversation, newest first. */
  readonly list?: (session: Session, conversationId: string, cursor?: string) => Promise<Part<PlatformMessage>>;
  readonly send: Effect<MessageInput>;
  readonly limits: MessageLimits;
}

export interface MessageLimits {
  /** Characters, or what `count` counts. */
  readonly textLengthMax: number;
  readonly count?: (text: string) => number;
  readonly attachments: readonly Media['type'][];
  readonly tags?: readonly string[];
  readonly isInteractive?: boolean;
  /** Hours after the other side's last message in which a free answer may be sent; absent when there is no such window. */
  readonly windowHours?: number;
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
  /** Writes the one answer of the owner, or writes it anew. */
  readonly reply: RepeatableEffect<{ readonly reviewId: string; readonly text: string }>;
}

/** Somebody named the account, in a post or comment of their own. */
export interface PlatformMention {
  readonly platformId: string;
  /** The post that names the account, or whose comment does. */
  readonly platformPostId?: string;
  readonly author: Person;
  readonly text: string;
  readonly permalink?: string;
  readonly createdAt: Date;
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
  /** Reads one, where callbacks tell the ids alone (`mention_notice`). */
  readonly read?: (session: Session, mention: MentionRef) => Promise<PlatformMention>;
  /** Answers in public, below what names the account. */
  readonly reply?: Effect<MentionReply>;
}

export interface MentionReply extends MentionRef {
  readonly text: string;
}

/** The action flags of a comment, computed from what the connector has (contract, 10.1). What nothing does is false. */
export function commentCapabilities(comments: Comments | undefined) {
  return {
    can_reply: comments?.reply !== undefined,
    can_delete: false,
    can_hide: false,
    can_like: false,
    can_private_reply: false,
  };
}
