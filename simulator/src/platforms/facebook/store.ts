import { joinedSince } from '../../core/world/audience.ts';
import type { Account, World } from '../../core/world/world.ts';
import type { ConversationRow, MessageAttachment, MessageFields } from '../meta/conversations.ts';

/** The platform's world and tables, passed to every handler. An account of the world is a Page. */
export interface Facebook {
  readonly world: World;
  readonly store: Store;
}

interface PageRow {
  readonly account: string;
  /** The person who manages it; one for each Page that the control API makes. */
  readonly owner: string;
  readonly category: string;
  readonly followers_count: number;
  /** Fields of `subscribed_apps`; null when the app is not subscribed. */
  readonly subscribed_fields: readonly string[] | null;
}

export interface UserRow {
  readonly id: string;
  readonly name: string;
}

/** A login: the user token with the Pages that were chosen in the dialog. Key: the user token. */
export interface GrantRow {
  readonly token: string;
  readonly user: string;
  readonly pages: readonly string[];
  /** Tokens that were handed out for them, by Page. */
  readonly page_tokens: Readonly<Record<string, string>>;
}

/** Which Pages a code stands for. */
interface ConsentRow {
  readonly code: string;
  readonly user: string;
  readonly pages: readonly string[];
}

export interface PostRow {
  /** `{page}_{number}`. */
  readonly id: string;
  readonly order: string;
  /** The Page that may see it. */
  readonly account: string;
  readonly author_id: string;
  readonly author_name: string;
  readonly message: string;
  readonly link: string | null;
  readonly photos: readonly string[];
  readonly video: string | null;
  /** Reels and stories have a post of their own, which is in no feed. */
  readonly place: 'feed' | 'reel' | 'visitor' | 'tagged';
  readonly is_published: boolean;
  /** ms; from then on it is public. */
  readonly scheduled_at: number | null;
  readonly liked_by: readonly string[];
  readonly shared_by: readonly string[];
  readonly created_at: number;
  readonly updated_at: number;
  readonly visible_at: number;
}

export interface PhotoRow {
  readonly id: string;
  readonly order: string;
  readonly account: string;
  readonly url: string;
  readonly caption: string;
  readonly alt_text: string | null;
  /** The post or story that shows it. */
  readonly used_by: string | null;
  readonly created_at: number;
}

export interface VideoRow {
  readonly id: string;
  readonly order: string;
  readonly account: string;
  readonly purpose: 'video' | 'reel' | 'story';
  /** Empty until the upload is complete. */
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly size_bytes: number;
  /** Addresses of the pieces of an upload that is under way. */
  readonly received: readonly string[];
  readonly received_bytes: number;
  readonly polls_left: number;
  /** Why processing ends in status error. */
  readonly error: string | null;
  readonly state: 'uploading' | 'uploaded' | 'finished';
  readonly publish_status: 'draft' | 'scheduled' | 'published' | null;
  readonly post_id: string | null;
  readonly created_at: number;
}

export interface StoryRow {
  readonly id: string;
  readonly order: string;
  readonly account: string;
  readonly media_type: 'photo' | 'video';
  readonly media_id: string;
  readonly created_at: number;
  readonly visible_at: number;
}

export interface CommentRow {
  /** `{number of the post}_{number}`. */
  readonly id: string;
  readonly order: string;
  readonly account: string;
  readonly post_id: string;
  readonly parent_id: string | null;
  readonly from_id: string;
  readonly from_name: string;
  readonly message: string;
  readonly attachment_url: string | null;
  readonly is_hidden: boolean;
  readonly liked_by: readonly string[];
  readonly is_liked_by_page: boolean;
  readonly private_reply_id: string | null;
  readonly created_at: number;
  readonly visible_at: number;
}

/** A visitor, under the Page-scoped id by which one Page knows them. */
export interface PersonRow {
  readonly id: string;
  readonly account: string;
  readonly username: string;
  readonly name: string;
}

export interface MessageRow extends MessageFields {
  readonly metadata: string | null;
}

export function openStore(world: World) {
  return {
    pages: world.table<PageRow>('pages'),
    users: world.table<UserRow>('users'),
    grants: world.table<GrantRow>('grants', 'user'),
    consents: world.table<ConsentRow>('consents'),
    posts: world.table<PostRow>('posts', 'account'),
    photos: world.table<PhotoRow>('photos', 'account'),
    videos: world.table<VideoRow>('videos', 'account'),
    stories: world.table<StoryRow>('stories', 'account'),
    comments: world.table<CommentRow>('comments', 'post_id', 'parent_id'),
    people: world.table<PersonRow>('people', 'account'),
    conversations: world.table<ConversationRow>('conversations', 'account'),
    messages: world.table<MessageRow>('messages', 'conversation'),
    /** Attachments that were uploaded to be sent again. */
    attachments: world.table<MessageAttachment & { readonly account: string }>('attachments'),
  };
}

export type Store = ReturnType<typeof openStore>;

export function pageOf({ world, store }: Facebook, { platform_id, created_at }: Account): PageRow {
  const page = store.pages.get(platform_id);
  if (!page) throw new Error(`There is no Page ${platform_id}.`);
  const joined = joinedSince(platform_id, created_at, world.clock.now());
  return { ...page, followers_count: page.followers_count + joined };
}

/** The second half of `{page}_{number}`. */
export function numberOf(postId: string): string {
  return postId.split('_').at(-1) ?? postId;
}
