import type { ListedEffect, RepeatableEffect } from './effect.ts';
import type { Part } from './messaging/inbox.ts';
import type { Session } from './session.ts';

/**
 * Reads of an account that only some platforms have, made live while a request waits. Nothing of them is stored. Each
 * is present when the platform has it.
 */
export interface Reads {
  /** The creator's current posting rights, for platforms that require them beside every post form. */
  readonly creatorInfo?: (session: Session) => Promise<CreatorInfo>;
  readonly summary?: (session: Session) => Promise<AccountSummary>;
  /** Active stories, newest first. */
  readonly stories?: (session: Session, limit: number, cursor?: string) => Promise<Part<Story>>;
  /** A person who wrote to the account, and how the two follow each other. */
  readonly participant?: (session: Session, personId: string) => Promise<Participant>;
  /** The people invited as co-authors of the account's own post. */
  readonly collaborators?: (session: Session, platformPostId: string) => Promise<readonly Collaborator[]>;
  /** Counters of the page and of its newest posts. */
  readonly insights?: (session: Session) => Promise<PageInsights>;
  readonly boards?: (session: Session) => Promise<readonly Board[]>;
  readonly board?: (session: Session, boardId: string) => Promise<Board>;
  readonly pins?: (session: Session, limit: number) => Promise<readonly Pin[]>;
  /** The newest posts of the account, made by us or elsewhere. */
  readonly newestPosts?: (session: Session, limit: number) => Promise<readonly OwnPost[]>;
}

/** Changes beyond posts and comments that only some platforms have. */
export interface Changes {
  readonly boardCreation?: ListedEffect<NewBoard>;
  readonly boardUpdate?: RepeatableEffect<BoardUpdate>;
  /** Removes the board with everything on it. */
  readonly boardRemoval?: RepeatableEffect<BoardRef>;
  /** Accepts or declines an invitation to be a co-author of another account's post. */
  readonly collaboration?: RepeatableEffect<CollaborationAnswer>;
  /** Changes title, description or visibility of a published video. */
  readonly videoUpdate?: RepeatableEffect<VideoUpdate>;
}

/** The creator's posting rights and choices. */
export interface CreatorInfo {
  readonly nickname: string;
  readonly avatarUrl: string;
  /** False while the platform accepts no post of this creator. */
  readonly canPost: boolean;
  readonly videoSecondsMax: number;
  readonly privacyLevels: readonly string[];
  readonly isCommentDisabled: boolean;
  readonly isDuetDisabled: boolean;
  readonly isStitchDisabled: boolean;
}

/** Counters of an account. Values that the platform does not send, or the account hides, are absent. */
export interface AccountSummary {
  readonly username: string;
  readonly name: string;
  readonly pictureUrl?: string;
  readonly bio?: string;
  readonly isVerified?: boolean;
  readonly profileUrl?: string;
  readonly counts: {
    readonly followers?: number;
    readonly following?: number;
    readonly posts?: number;
    readonly likes?: number;
    readonly views?: number;
    readonly monthlyViews?: number;
    readonly boards?: number;
  };
  /** The counters of a recent period. */
  readonly period?: {
    readonly start: Date;
    readonly end: Date;
    readonly reach: number;
    readonly views: number;
    readonly interactions: number;
    readonly accountsEngaged: number;
    readonly netFollows: number;
  };
}

export interface Story {
  readonly platformId: string;
  readonly caption?: string;
  readonly mediaType: string;
  readonly mediaUrl?: string;
  readonly permalink?: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly likeCount?: number;
  readonly commentCount?: number;
}

export interface Participant {
  readonly platformId: string;
  readonly name?: string;
  readonly username?: string;
  readonly pictureUrl?: string;
  readonly followerCount?: number;
  readonly isVerified?: boolean;
  /** They follow the account. */
  readonly isFollower?: boolean;
  /** The account follows them. */
  readonly isFollowed?: boolean;
}

export interface Collaborator {
  readonly platformId: string;
  readonly username: string;
  readonly status: 'accepted' | 'pending' | 'declined';
}

export interface PageInsights {
  readonly followerCount: number;
  readonly posts: readonly PostInsights[];
}

export interface PostInsights {
  readonly platformId: string;
  readonly text: string;
  readonly permalink: string;
  readonly createdAt: Date;
  readonly impressions: number;
  readonly uniqueViews: number;
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
  readonly clicks: number;
  /** A share of the impressions, 0 to 1. */
  readonly engagementRate: number;
}

type BoardPrivacy = 'PUBLIC' | 'PROTECTED' | 'SECRET';

export interface BoardRef {
  readonly boardId: string;
}

export interface Board {
  readonly platformId: string;
  readonly name: string;
  readonly privacy: BoardPrivacy;
}

export interface NewBoard {
  readonly name: string;
  readonly description?: string;
  readonly privacy: BoardPrivacy;
}

export interface BoardUpdate extends BoardRef {
  readonly name?: string;
  readonly description?: string;
  readonly privacy?: BoardPrivacy;
}

export interface Pin {
  readonly platformId: string;
  readonly boardId?: string;
  readonly title: string;
  readonly mediaUrl?: string;
  readonly permalink: string;
  readonly createdAt: Date;
}

export interface CollaborationAnswer {
  readonly platformPostId: string;
  readonly accepts: boolean;
}

export interface VideoUpdate {
  readonly platformId: string;
  readonly title?: string;
  readonly description?: string;
  readonly visibility?: 'public' | 'unlisted' | 'private';
}

/** A post of the account as its platform lists it. */
export interface OwnPost {
  readonly platformId: string;
  readonly text: string;
  readonly thumbnailUrl?: string;
  readonly permalink: string;
  readonly createdAt: Date;
  readonly likeCount?: number;
}
