import type { Effect, RepeatableEffect } from '../effect.ts';
import type { Session } from '../session.ts';

export interface Person {
  readonly id: string;
  /** Other ids of the same person on the platform, such as a phone number. */
  readonly otherIds?: readonly string[];
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

/** Selects comments of a post. */
export interface CommentsOptions {
  /** Comments in this state, where the connector has `moderation`; absent: the published ones. */
  readonly status?: ModerationStatus | undefined;
  /** Comments since then. Earlier ones may come along. */
  readonly since?: Date | undefined;
  /** The cursor of the previous part. */
  readonly cursor?: string | undefined;
}

export interface CommentPart extends Part<PlatformComment> {
  /** The part holds every comment of the post, so a missing one was removed. Absent where there is `recheck`. */
  readonly isWhole?: boolean;
}

/** The possible actions on comments. `allows` decides for a single comment. */
export interface Comments {
  /** Comments and their replies on one post of the account, newest first as far as the platform sends them. */
  readonly list: (session: Session, platformPostId: string, options?: CommentsOptions) => Promise<CommentPart>;
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

/** A comment, review or mention that was removed on the platform. It may arrive before the item. */
export interface RemovedItem {
  readonly item: 'comment' | 'review' | 'mention';
  readonly platformId: string;
  readonly at: Date;
}

/** An item of the inbox that its platform may have removed meanwhile. */
export type HeldItem = Pick<RemovedItem, 'item' | 'platformId'>;

/** Asks which items were removed, on platforms that report no removals. */
export interface Recheck {
  /** The most items of one question. */
  readonly itemsMax: number;
  /** Seconds between two questions about the items of one account. */
  readonly pauseSeconds: number;
  /**
   * The platform ids of the items that the platform says are gone. An item that its response leaves open counts as there.
   * Throws PlatformError when the platform did not answer at all.
   */
  readonly gone: (session: Session, items: readonly HeldItem[]) => Promise<readonly string[]>;
}
