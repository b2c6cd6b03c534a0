import type { World } from '../../core/world/world.ts';

/** The platform's world and tables, passed to every handler. */
export interface Youtube {
  readonly world: World;
  readonly store: Store;
}

export interface ChannelRow {
  /** `UC…`: the key, and the platform_id of the simulated account. */
  readonly id: string;
  readonly title: string;
  /** Without its @. */
  readonly handle: string;
  /** The playlist of everything that was uploaded: `UU…`. */
  readonly uploads: string;
  /** A playlist of the channel's own: `PL…`. */
  readonly playlist: string;
}

export const privacies = ['public', 'unlisted', 'private'] as const;
export type Privacy = (typeof privacies)[number];

export interface Snippet {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly category_id: string;
  readonly default_language: string | null;
}

export interface Status {
  readonly privacy: Privacy;
  /** ISO time; null unless the video becomes public later. */
  readonly publish_at: string | null;
  readonly license: 'youtube' | 'creativeCommon';
  readonly embeddable: boolean;
  readonly public_stats: boolean;
  readonly made_for_kids: boolean;
  readonly synthetic: boolean;
}

/** The caller's description of a video. */
export interface VideoInput {
  readonly snippet: Snippet;
  readonly status: Status;
  readonly recording_date: string | null;
}

export interface VideoRow extends VideoInput {
  readonly id: string;
  readonly channel: string;
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration_seconds: number;
  readonly thumbnail: string;
  /** Why it cannot be played; null when it can. */
  readonly failure: string | null;
  /** Looks that still answer `uploaded`. */
  readonly polls_left: number;
  readonly liked_by: readonly string[];
  readonly created_at: number;
  readonly visible_at: number;
}

/** A resumable upload under way. */
export interface SessionRow {
  /** The `upload_id`. */
  readonly id: string;
  readonly channel: string;
  readonly input: VideoInput;
  readonly parts: readonly string[];
  readonly type: string;
  /** null until a chunk says it. */
  readonly size: number | null;
  readonly stored: number;
  /** Addresses of the chunks, in order. */
  readonly chunks: readonly string[];
  readonly video: string | null;
  readonly expires_at: number;
}

export const moderations = ['published', 'heldForReview', 'likelySpam', 'rejected'] as const;
export type Moderation = (typeof moderations)[number];

export interface CommentRow {
  readonly id: string;
  readonly video: string;
  /** The channel whose video it is on. */
  readonly channel: string;
  readonly parent: string | null;
  /** A channel's or a person's id. */
  readonly author: string;
  readonly text: string;
  readonly moderation: Moderation;
  readonly created_at: number;
  readonly updated_at: number;
  readonly visible_at: number;
}

export interface PersonRow {
  readonly id: string;
  readonly username: string;
  readonly is_banned: boolean;
}

/** A video in a playlist that is not the one of all uploads. */
export interface PlaylistItemRow {
  readonly id: string;
  readonly playlist: string;
  readonly video: string;
  readonly added_at: number;
}

export function openStore(world: World) {
  return {
    channels: world.table<ChannelRow>('channels', 'uploads', 'playlist'),
    videos: world.table<VideoRow>('videos', 'channel'),
    sessions: world.table<SessionRow>('sessions'),
    comments: world.table<CommentRow>('comments', 'video', 'parent', 'channel'),
    people: world.table<PersonRow>('people', 'username'),
    items: world.table<PlaylistItemRow>('items', 'playlist', 'video'),
    /** Channels whose login was given a refresh token before. */
    consents: world.table<{ readonly channel: string }>('consents'),
  };
}

export type Store = ReturnType<typeof openStore>;

/** `2026-11-20T10:00:00Z`: YouTube's times have whole seconds. */
export function youtubeTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
