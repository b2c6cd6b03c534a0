import type { World } from '../../core/world/world.ts';

/** The platform's world and tables, passed to every handler. */
export interface TikTok {
  readonly world: World;
  readonly store: Store;
}

interface PostMedia {
  readonly type: 'image' | 'video';
  readonly url: string;
}

/** The content of a post, from its init call. */
export interface PostInfo {
  readonly title: string;
  /** Photos have a long text beside their title. */
  readonly description: string;
  readonly privacy_level: string;
}

/** The upload of a file: in order, in chunks of one size, of which the last takes the rest. */
export interface Upload {
  readonly token: string;
  readonly size: number;
  readonly chunk_size: number;
  readonly chunks: number;
  readonly received: number;
  readonly expires_at: number;
}

/** One attempt to publish; its state is what the status endpoint tells. */
export interface PublishRow {
  readonly id: string;
  readonly account: string;
  readonly kind: 'video' | 'photo';
  readonly info: PostInfo;
  readonly media: readonly PostMedia[];
  readonly upload: Upload | null;
  readonly state: 'uploading' | 'accepted' | 'failed';
  readonly fail_reason: string | null;
  /** Looks that response "processing" once it was accepted. */
  readonly polls_left: number;
  readonly post: string | null;
  /** Events that were sent. */
  readonly is_complete_told: boolean;
  readonly is_public_told: boolean;
  readonly created_at: number;
}

export interface PostRow {
  readonly id: string;
  readonly account: string;
  readonly publish_id: string;
  readonly kind: PublishRow['kind'];
  readonly info: PostInfo;
  readonly media: readonly PostMedia[];
  readonly duration_seconds: number;
  readonly created_at: number;
  /** When moderation lets it be seen. */
  readonly visible_at: number;
}

/** A visitor's reactions to a post; one like and one share each. */
export interface ActRow {
  readonly id: string;
  readonly post: string;
  readonly person: string;
  readonly kind: 'like' | 'share' | 'comment';
  readonly text: string;
  readonly at: number;
}

export function openStore(world: World) {
  return {
    publishes: world.table<PublishRow>('publishes', 'account'),
    posts: world.table<PostRow>('posts', 'account'),
    acts: world.table<ActRow>('acts', 'post'),
  };
}

export type Store = ReturnType<typeof openStore>;
