import type { World } from '../../core/world/world.ts';

/** Milliseconds at which X's ids begin to count. */
const epochMs = 1288834974657;

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly picture_url: string;
  readonly created_at: number;
}

export interface Poll {
  readonly id: string;
  readonly options: readonly string[];
  readonly duration_minutes: number;
}

/** Absent references are empty texts, so that they can be indexed. Times are ms of the clock. */
export interface Post {
  readonly id: string;
  readonly author_id: string;
  /** As it was written, NFC; links are shortened and signs escaped when it is shown. */
  readonly text: string;
  readonly created_at: number;
  /** Lists leave it out before this time. */
  readonly visible_at: number;
  readonly conversation_id: string;
  readonly reply_to: string;
  readonly reply_to_user: string;
  readonly quoted: string;
  readonly repost_of: string;
  /** Ids of uploads. */
  readonly media: readonly string[];
  readonly poll: Poll | null;
  readonly reply_settings: string;
  readonly is_hidden: boolean;
  readonly deleted_at: number | null;
  /** Who, where and what was said: two living posts with the same key within a day are duplicates. */
  readonly content_key: string;
}

export interface Segment {
  readonly index: number;
  readonly size: number;
  readonly url: string;
}

type UploadState = 'uploading' | 'pending' | 'in_progress' | 'succeeded' | 'failed';

export interface Upload {
  readonly id: string;
  readonly media_key: string;
  readonly owners: readonly string[];
  readonly category: string;
  readonly type: string;
  readonly total_bytes: number;
  readonly segments: readonly Segment[];
  readonly state: UploadState;
  /** True when X worked on it after finalize: only then answers carry processing_info. */
  readonly is_processed: boolean;
  readonly polls_left: number;
  readonly failure: string | null;
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration_seconds: number | null;
  readonly alt_text: string;
  readonly expires_at: number;
}

export interface Message {
  readonly id: string;
  readonly conversation_id: string;
  readonly sender_id: string;
  readonly participant_ids: readonly string[];
  readonly text: string;
  readonly media: readonly string[];
  readonly created_at: number;
  readonly visible_at: number;
}

/** That a person is named in a post, or sits in a conversation: an index over lists, which tables cannot have. */
interface Link {
  readonly person_id: string;
  readonly target_id: string;
}

interface Like {
  readonly person_id: string;
  readonly post_id: string;
}

export function openStore(world: World) {
  const posts = world.table<Post>(
    'posts',
    'author_id',
    'conversation_id',
    'reply_to',
    'quoted',
    'repost_of',
    'content_key',
  );
  return {
    world,
    visitors: world.table<Person>('strangers', 'id'),
    posts,
    mentions: world.table<Link>('mentions', 'person_id'),
    likes: world.table<Like>('likes', 'post_id', 'person_id'),
    uploads: world.table<Upload>('uploads'),
    messages: world.table<Message>('messages', 'conversation_id'),
    seats: world.table<Link>('seats', 'person_id'),
    appTokens: world.table<{ readonly value: string }>('app-tokens'),
    nextId: () => world.ids.snowflake(epochMs),
    /** A post that is there: neither deleted nor unknown. */
    livePost(id: string): Post | undefined {
      const post = posts.get(id);
      return post && post.deleted_at === null ? post : undefined;
    },
  };
}

export type Store = ReturnType<typeof openStore>;

/** Whether lists show it by now. */
export function isListed(store: Store, post: Post): boolean {
  return post.deleted_at === null && post.visible_at <= store.world.clock.now();
}

/** Ids are decimal numbers of different lengths: compares them as numbers. */
export function compareIds(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}
