import { joinedSince } from '../../core/world/audience.ts';
import type { Account, World } from '../../core/world/world.ts';

/** The platform's world and tables, passed to every handler. */
export interface Threads {
  readonly world: World;
  readonly store: Store;
  readonly options: ThreadsOptions;
}

export interface ThreadsOptions {
  /** How callbacks carry their values: as seen live (`array`), or as the guide shows it (`object`). */
  readonly callbackValues: 'array' | 'object';
}

interface ProfileRow {
  readonly account: string;
  readonly biography: string;
  readonly is_verified: boolean;
  readonly is_eligible_for_geo_gating: boolean;
  readonly followers_count: number;
}

export const replyControls = [
  'everyone',
  'accounts_you_follow',
  'mentioned_only',
  'parent_post_author_only',
  'followers_only',
] as const;

export type ReplyControl = (typeof replyControls)[number];

export interface Poll {
  readonly option_a: string;
  readonly option_b: string;
  readonly option_c?: string;
  readonly option_d?: string;
}

export interface TextAttachment {
  readonly plaintext: string;
  readonly link_attachment_url?: string;
}

/** The content of a container, until it is published. */
export interface Draft {
  readonly media_type: 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL';
  readonly is_carousel_item: boolean;
  readonly text: string;
  /** Address of the image or video; empty for texts and carousels. */
  readonly url: string;
  readonly alt_text: string | null;
  readonly children: readonly string[];
  readonly link_attachment: string | null;
  readonly gif_url: string | null;
  readonly poll: Poll | null;
  readonly text_attachment: TextAttachment | null;
  readonly reply_to: string | null;
  readonly quote_of: string | null;
  readonly reply_audience: ReplyControl;
  readonly topic_tag: string | null;
  readonly allowlisted_country_codes: readonly string[];
  readonly location_id: string | null;
  readonly is_spoiler: boolean;
  readonly is_ghost: boolean;
  readonly has_reply_approvals: boolean;
}

export interface ContainerRow extends Draft {
  readonly id: string;
  readonly account: string;
  readonly created_at: number;
  /** Status polls that still answer IN_PROGRESS. */
  readonly polls_left: number;
  /** The result of processing: FAILED_DOWNLOADING_VIDEO, INVALID_DURATION … */
  readonly error_message: string | null;
  /** Set when it is published, once and for ever. */
  readonly media_id: string | null;
}

export type HideStatus = 'NOT_HUSHED' | 'UNHUSHED' | 'HIDDEN';

/** A post, a reply or a carousel item, by an account or by a visitor. */
export interface PostRow extends Draft {
  readonly id: string;
  readonly order: string;
  /** The account that may see it: author, owner of the thread, or who is mentioned. */
  readonly account: string;
  readonly author_id: string;
  readonly username: string;
  /** The carousel that it is an item of; items are in no list. */
  readonly parent: string | null;
  /** The first post of the thread; null for that post itself. */
  readonly root: string | null;
  readonly is_mention: boolean;
  readonly hide_status: HideStatus;
  readonly approval: 'approved' | 'pending' | 'ignored';
  /** Ids of the visitors who liked it or passed it on. */
  readonly liked_by: readonly string[];
  readonly reposted_by: readonly string[];
  readonly shortcode: string;
  readonly created_at: number;
  readonly visible_at: number;
}

/** One use of a quota; it stays when the post is deleted. */
interface UseRow {
  readonly account: string;
  readonly kind: QuotaKind;
  readonly created_at: number;
}

export type QuotaKind = 'post' | 'reply' | 'delete';

export interface PersonRow {
  readonly id: string;
  readonly username: string;
  readonly name: string;
}

export function openStore(world: World) {
  return {
    profiles: world.table<ProfileRow>('profiles'),
    containers: world.table<ContainerRow>('containers', 'account'),
    posts: world.table<PostRow>('posts', 'account', 'reply_to', 'root'),
    uses: world.table<UseRow>('uses', 'account'),
    /** Key: user name. */
    people: world.table<PersonRow>('people'),
  };
}

export type Store = ReturnType<typeof openStore>;

export function profileOf({ world, store }: Threads, account: Account): ProfileRow {
  const profile = store.profiles.get(account.platform_id);
  if (!profile) throw new Error(`The Threads account ${account.platform_id} has no profile.`);
  const joined = joinedSince(account.platform_id, account.created_at, world.clock.now());
  return { ...profile, followers_count: profile.followers_count + joined };
}
