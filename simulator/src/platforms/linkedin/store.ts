import type { LedgerMedia, World } from '../../core/world/world.ts';

/** `member`: an account is a person. `organization`: an account is a page, with a member who administers it. */
export type Kind = 'member' | 'organization';

/** The platform's world and tables, passed to every handler. */
export interface LinkedIn {
  readonly world: World;
  readonly store: Store;
  readonly kind: Kind;
}

/** A person: an account, the administrator of a page, or a visitor. */
export interface MemberRow {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly is_stranger: boolean;
}

interface OrganizationRow {
  readonly id: string;
  /** Id of the member who administers it. */
  readonly owner: string;
  readonly followers_count: number;
}

/** The accounts that a login reaches. Key: the access token, the refresh token or the code. */
export interface GrantRow {
  readonly member: string;
  /** Ids of organizations; empty for a member's own login. */
  readonly organizations: readonly string[];
}

export type MediaKind = 'image' | 'video';

export interface MediaPart {
  readonly etag: string;
  readonly size: number;
  readonly url: string;
}

export interface MediaRow {
  readonly urn: string;
  readonly kind: MediaKind;
  readonly account: string;
  readonly owner: string;
  /** Bytes that were announced; 0 where nothing is announced. */
  readonly size_bytes: number;
  readonly parts: Readonly<Record<string, MediaPart>>;
  readonly parts_count: number;
  readonly status: 'WAITING_UPLOAD' | 'PROCESSING' | 'AVAILABLE' | 'PROCESSING_FAILED';
  /** Looks at the status that still say PROCESSING. */
  readonly polls_left: number;
  readonly failure: string | null;
  readonly url: string;
  /** ms; the addresses of the upload work until then. */
  readonly upload_expires_at: number;
}

export interface PostRow {
  /** `urn:li:share:…` or `urn:li:ugcPost:…`. */
  readonly id: string;
  /** `urn:li:activity:…`, the name under which comments and notifications know it. */
  readonly activity: string;
  /** The account that it belongs to, or that it mentions. */
  readonly account: string;
  readonly author: string;
  /** As it was written, with its escapes, and as readers see it. */
  readonly commentary: string;
  readonly text: string;
  readonly visibility: string;
  readonly lifecycle_state: string;
  readonly feed_distribution: string;
  readonly content: Readonly<Record<string, unknown>> | null;
  readonly media: readonly LedgerMedia[];
  readonly reshare_parent: string | null;
  readonly is_reshare_disabled: boolean;
  readonly call_to_action: string | null;
  readonly landing_page: string | null;
  readonly is_edited: boolean;
  readonly created_at: number;
  readonly modified_at: number;
  readonly published_at: number | null;
  readonly visible_at: number;
}

export interface CommentRow {
  readonly id: string;
  readonly urn: string;
  readonly account: string;
  /** The post's `urn:li:share` or `urn:li:ugcPost`. */
  readonly post: string;
  readonly activity: string;
  /** URN of the comment that it answers. */
  readonly parent: string;
  readonly actor: string;
  readonly text: string;
  readonly image: string | null;
  readonly created_at: number;
  readonly modified_at: number;
  readonly visible_at: number;
}

export interface ReactionRow {
  readonly actor: string;
  /** Activity or comment. */
  readonly root: string;
  readonly type: string;
  readonly created_at: number;
}

/** A visitor passed the post on. */
interface ShareRow {
  readonly actor: string;
  readonly post: string;
  readonly created_at: number;
}

export interface NotificationRow {
  readonly account: string;
  readonly action: string;
  readonly is_ours: boolean;
  readonly created_at: number;
  /** As it is listed. */
  readonly body: Readonly<Record<string, unknown>>;
}

export function openStore(world: World) {
  return {
    members: world.table<MemberRow>('members', 'username'),
    organizations: world.table<OrganizationRow>('organizations'),
    grants: world.table<GrantRow>('grants'),
    media: world.table<MediaRow>('media'),
    posts: world.table<PostRow>('posts', 'author', 'activity', 'account'),
    comments: world.table<CommentRow>('comments', 'post', 'parent'),
    reactions: world.table<ReactionRow>('reactions', 'root'),
    shares: world.table<ShareRow>('shares', 'post'),
    notifications: world.table<NotificationRow>('notifications', 'account'),
  };
}

export type Store = ReturnType<typeof openStore>;

/** The URN under which an account writes. */
export function urnOf(kind: Kind, id: string): string {
  return kind === 'member' ? `urn:li:person:${id}` : `urn:li:organization:${id}`;
}

/** The last part of a URN: `urn:li:person:abc` gives `abc`. */
export function idOf(urn: string): string {
  return urn.split(':').slice(3).join(':');
}
