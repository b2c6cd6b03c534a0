import type { ListedEffect, RepeatableEffect } from './effect.ts';
import type { Part } from './inbox.ts';
import type { Session } from './session.ts';

/**
 * What only some platforms can be asked about an account, live, while a request waits. Nothing of it is stored. Each
 * is present when the platform has it.
 */
export interface Reads {
  /** What the creator behind the account may post now, for platforms that want it shown beside every post form. */
  readonly creatorInfo?: (session: Session) => Promise<CreatorInfo>;
  readonly summary?: (session: Session) => Promise<AccountSummary>;
  /** Stories that are still shown, newest first. */
  readonly stories?: (session: Session, limit: number, cursor?: string) => Promise<Part<Story>>;
  /** Somebody who wrote to the account, and how the two follow each other. */
  readonly participant?: (session: Session, personId: string) => Promise<Participant>;
  /** Who was invited to be named as an author of the account's own post. */
  readonly collaborators?: (session: Session, platformPostId: string) => Promise<readonly Collaborator[]>;
  /** The page and its newest posts in numbers. */
  readonly insights?: (session: Session) => Promise<PageInsights>;
  readonly boards?: (session: Session) => Promise<readonly Board[]>;
  readonly board?: (session: Session, boardId: string) => Promise<Board>;
  readonly pins?: (session: Session, limit: number) => Promise<readonly Pin[]>;
  /** The newest posts of the account, whoever made them. */
  readonly newestPosts?: (session: Session, limit: number) => Promise<readonly OwnPost[]>;
}

/** What only some platforms let be changed beside posts and comments. */
export interface Changes {
  readonly boardCreation?: ListedEffect<NewBoard>;
  readonly boardUpdate?: RepeatableEffect<BoardUpdate>;
  /** Takes the board away with everything on it. */
  readonly boardRemoval?: RepeatableEffect<BoardRef>;
  /** Accepts or declines to be named as an author of somebody else's post. */
  readonly collaboration?: RepeatableEffect<CollaborationAnswer>;
  /** Changes what is said of a published video. */
  readonly videoUpdate?: RepeatableEffect<VideoUpdate>;
}

/** What a creator may post, and with which choices. */
export interface CreatorInfo {
  readonly nickname: string;
  readonly avatarUrl: string;
  /** False while the platform takes no post of this creator at all. */
  readonly canPost: boolean;
  readonly videoSecondsMax: number;
  readonly privacyLevels: readonly string[];
  readonly isCommentDisabled: boolean;
  readonly isDuetDisabled: boolean;
  readonly isStitchDisabled: boolean;
}

/** An account in numbers. What a platform does not tell, or the account does not show, is absent. */
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
  /** What happened lately. */
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

export type BoardPrivacy = 'PUBLIC' | 'PROTECTED' | 'SECRET';

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
