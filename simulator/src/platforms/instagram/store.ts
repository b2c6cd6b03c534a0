import { joinedSince } from '../../core/world/audience.ts';
import type { Account, World } from '../../core/world/world.ts';
import type { ConversationRow, MessageFields } from '../meta/conversations.ts';

/** The platform's world and tables, passed to every handler. */
export interface Instagram {
  readonly world: World;
  readonly store: Store;
  readonly options: InstagramOptions;
}

export interface InstagramOptions {
  /** How the code exchange answers: as clients in the field see it (`flat`), or as the guide shows it (`data`). */
  readonly tokenResponse: 'flat' | 'data';
}

/** An account's fields beyond the core's row. Key: `platform_id`, the id that paths and webhooks use. */
interface ProfileRow {
  readonly account: string;
  /** The app-scoped `id` of `/me`; not accepted in paths. */
  readonly scoped_id: string;
  readonly account_type: 'BUSINESS' | 'MEDIA_CREATOR';
  readonly biography: string;
  readonly website: string;
  readonly followers_count: number;
  readonly follows_count: number;
  /** Fields of `subscribed_apps`; null when the app is not subscribed. */
  readonly subscribed_fields: readonly string[] | null;
}

export type MediaType = 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM';
export type ProductType = 'FEED' | 'REELS' | 'STORY';

export interface ContainerRow {
  readonly id: string;
  readonly account: string;
  readonly media_type: MediaType;
  readonly product: ProductType;
  readonly is_carousel_item: boolean;
  /** Address of the image or video; empty for a carousel. */
  readonly url: string;
  readonly cover_url: string | null;
  readonly caption: string;
  readonly alt_text: string | null;
  readonly share_to_feed: boolean;
  readonly children: readonly string[];
  /** Usernames of who is invited when it is published. */
  readonly collaborators?: readonly string[];
  readonly created_at: number;
  /** Status polls that still answer IN_PROGRESS. */
  readonly polls_left: number;
  /** Subcode of the error that processing ends with. */
  readonly error_subcode: number | null;
  /** Set by media_publish, once and for ever. */
  readonly media_id: string | null;
}

export interface MediaRow {
  readonly id: string;
  readonly order: string;
  /** platform_id of the owner; for media of visitors (mentions) their id. */
  readonly account: string;
  readonly username: string;
  /** Set for the items of a carousel; those are in no list. */
  readonly parent: string | null;
  readonly children: readonly string[];
  readonly media_type: MediaType;
  readonly product: ProductType;
  readonly url: string;
  readonly thumbnail_url: string | null;
  readonly caption: string;
  readonly alt_text: string | null;
  readonly shortcode: string;
  readonly share_to_feed: boolean;
  readonly comments_enabled: boolean;
  /** Ids of the visitors who liked it or passed it on. */
  readonly liked_by?: readonly string[];
  readonly shared_by?: readonly string[];
  /** The account that its caption names, when somebody else has posted it. */
  readonly named?: string;
  readonly created_at: number;
  readonly visible_at: number;
}

export interface CommentRow {
  readonly id: string;
  readonly order: string;
  /** The account that may see it: owner of the media, or who was mentioned. */
  readonly account: string;
  readonly media_id: string;
  /** The top-level comment; null for one that is top-level itself. */
  readonly parent_id: string | null;
  readonly from_id: string;
  readonly username: string;
  readonly text: string;
  readonly hidden: boolean;
  /** The account was @mentioned on media that it does not own. */
  readonly is_mention: boolean;
  /** A private reply may be sent once. */
  readonly private_reply_id: string | null;
  readonly created_at: number;
  readonly visible_at: number;
}

/** A visitor, under the Instagram-scoped id by which one account knows them. */
export interface PersonRow {
  readonly id: string;
  readonly account: string;
  readonly username: string;
  readonly name: string;
}

/** An invitation to be named as an author of a post. */
export interface InviteRow {
  readonly id: string;
  readonly order: string;
  readonly media_id: string;
  /** The name that was invited, and the account behind it if it is one of ours. */
  readonly username: string;
  readonly invited: string;
  readonly status: 'Accepted' | 'Pending' | 'Declined';
  readonly created_at: number;
}

export type MessageRow = MessageFields;

export function openStore(world: World) {
  return {
    profiles: world.table<ProfileRow>('profiles'),
    containers: world.table<ContainerRow>('containers', 'account'),
    media: world.table<MediaRow>('media', 'account'),
    comments: world.table<CommentRow>('comments', 'media_id', 'parent_id'),
    people: world.table<PersonRow>('people', 'account'),
    conversations: world.table<ConversationRow>('conversations', 'account'),
    messages: world.table<MessageRow>('messages', 'conversation'),
    invites: world.table<InviteRow>('invites', 'media_id', 'invited'),
  };
}

export type Store = ReturnType<typeof openStore>;

export function profileOf({ world, store }: Instagram, account: Account): ProfileRow {
  const profile = store.profiles.get(account.platform_id);
  if (!profile) throw new Error(`The Instagram account ${account.platform_id} has no profile.`);
  const joined = joinedSince(account.platform_id, account.created_at, world.clock.now());
  return { ...profile, followers_count: profile.followers_count + joined };
}

export { dayMs, ofLastDay } from '../meta/time.ts';
