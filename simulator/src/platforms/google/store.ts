import type { World } from '../../core/world/world.ts';
import type { EventInput } from './posts/event-input.ts';

/** The platform's world and tables, passed to every handler. */
export interface Google {
  readonly world: World;
  readonly store: Store;
}

/** The person with the Google login, who owns one Business Profile account. */
export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface LocationRow {
  /** `accounts/1001/locations/2002`: the key, and the platform_id of the simulated account. */
  readonly name: string;
  /** `accounts/1001`. */
  readonly account: string;
  /** `locations/2002`: what the v1 APIs call it. */
  readonly location: string;
  readonly user: string;
  readonly title: string;
  readonly store_code: string;
  readonly place_id: string;
}

/** The locations that a login reaches, by its access token, refresh token or code. */
export interface GrantRow {
  readonly credential: string;
  readonly locations: readonly string[];
  /** Only codes: whether a refresh token comes with the exchange. */
  readonly is_offline: boolean;
}

export const topics = ['STANDARD', 'EVENT', 'OFFER', 'ALERT'] as const;
export type Topic = (typeof topics)[number];

export interface OfferInput {
  readonly couponCode?: string;
  readonly redeemOnlineUrl?: string;
  readonly termsConditions?: string;
}

export interface CallToAction {
  readonly actionType: string;
  readonly url?: string;
}

export interface PhotoRow {
  /** `accounts/1001/locations/2002/media/localPosts/AF1…`. */
  readonly name: string;
  readonly media_format: 'PHOTO' | 'VIDEO';
  readonly source_url: string;
  readonly google_url: string;
}

/** The content of a local post. */
export interface PostContent {
  readonly language_code: string | null;
  readonly summary: string;
  readonly topic_type: Topic;
  readonly alert_type: string | null;
  readonly call_to_action: CallToAction | null;
  readonly event: EventInput | null;
  readonly offer: OfferInput | null;
  readonly media: readonly PhotoRow[];
}

export interface PostRow extends PostContent {
  readonly name: string;
  readonly location: string;
  readonly is_rejected: boolean;
  /** Looks at the post that still answer PROCESSING. */
  readonly polls_left: number;
  /** ms; null unless Google was asked to publish it later. */
  readonly scheduled_at: number | null;
  readonly recurrence: Readonly<Record<string, unknown>> | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly visible_at: number;
}

export interface ReplyRow {
  readonly comment: string;
  readonly updated_at: number;
  readonly is_rejected: boolean;
  /** Looks at the review that still answer PENDING. */
  readonly polls_left: number;
}

export interface ReviewRow {
  /** `accounts/1001/locations/2002/reviews/AbFv…`. */
  readonly name: string;
  readonly location: string;
  readonly reviewer: string;
  readonly rating: 1 | 2 | 3 | 4 | 5;
  /** Empty: only stars. */
  readonly comment: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly visible_at: number;
  readonly reply: ReplyRow | null;
}

export interface KeyRow {
  readonly id: string;
  readonly private_pem: string;
}

export function openStore(world: World) {
  return {
    users: world.table<UserRow>('users'),
    locations: world.table<LocationRow>('locations', 'account', 'location'),
    grants: world.table<GrantRow>('grants'),
    /** Logins that were given a refresh token before. Key: location. */
    consents: world.table<{ readonly location: string }>('consents'),
    posts: world.table<PostRow>('posts', 'location'),
    reviews: world.table<ReviewRow>('reviews', 'location'),
    keys: world.table<KeyRow>('keys'),
  };
}

export type Store = ReturnType<typeof openStore>;
