import type { Account, World } from '../../core/world/world.ts';

export type Visibility = 'public' | 'unlisted' | 'private' | 'direct';

export interface StatusRow {
  readonly id: string;
  /** Id of a business account or of a person. */
  readonly author: string;
  readonly text: string;
  readonly spoiler_text: string;
  readonly sensitive: boolean;
  readonly visibility: Visibility;
  readonly language: string | null;
  readonly in_reply_to_id: string | null;
  readonly in_reply_to_account_id: string | null;
  /** Id of the first status of the thread. */
  readonly thread: string;
  readonly media: readonly string[];
  /** Ids of mentioned accounts and persons. */
  readonly mentions: readonly string[];
  readonly favourited_by: readonly string[];
  /** Persons who boosted it; boosts are no statuses here. */
  readonly reblogged_by?: readonly string[];
  readonly poll: PollRow | null;
  readonly application: { readonly name: string; readonly website: string | null } | null;
  readonly created_at: number;
  readonly edited_at: number | null;
  /** Earlier versions, oldest first. */
  readonly edits: readonly { readonly text: string; readonly spoiler_text: string; readonly at: number }[];
  /** Lists leave the status out before this time. */
  readonly visible_at: number;
}

export interface PollRow {
  readonly id: string;
  readonly options: readonly string[];
  readonly multiple: boolean;
  readonly expires_at: number;
}

export interface MediaRow {
  readonly id: string;
  readonly account: string;
  readonly type: 'image' | 'gifv' | 'video' | 'audio';
  readonly url: string;
  readonly description: string | null;
  readonly focus: { readonly x: number; readonly y: number };
  readonly width: number | null;
  readonly height: number | null;
  readonly duration: number | null;
  /** How many status polls still answer 206. */
  readonly polls_left: number;
  readonly status: string | null;
}

/** Somebody on another server. */
export interface PersonRow {
  readonly id: string;
  readonly username: string;
  readonly domain: string;
  readonly name: string;
  readonly created_at: number;
}

export interface NotificationRow {
  readonly id: string;
  /** The person who is notified. */
  readonly account: string;
  readonly type: 'mention' | 'favourite';
  readonly from: string;
  readonly status: string;
  readonly created_at: number;
  readonly visible_at: number;
}

export interface ConversationRow {
  readonly id: string;
  readonly account: string;
  readonly participants: readonly string[];
  readonly last_status: string;
  readonly unread: boolean;
}

export interface AppRow {
  readonly id: string;
  readonly name: string;
  readonly website: string | null;
  readonly scopes: readonly string[];
  readonly redirect_uris: readonly string[];
  readonly client_id: string;
  readonly client_secret: string;
}

export function openStore(world: World) {
  const people = world.table<PersonRow>('people', 'username');
  return {
    world,
    people,
    statuses: world.table<StatusRow>('statuses', 'author', 'thread'),
    media: world.table<MediaRow>('media'),
    notifications: world.table<NotificationRow>('notifications', 'account'),
    conversations: world.table<ConversationRow>('conversations', 'account'),
    apps: world.table<AppRow>('apps', 'client_id'),
    /** Key: account and Idempotency-Key. */
    idempotency: world.table<{ readonly status: string; readonly until: number }>('idempotency'),
    newId: () => world.ids.snowflake(0, 16),
    /** A business account or a person. */
    profile: (id: string): Account | PersonRow | undefined => world.accounts.get(id) ?? people.get(id),
  };
}

export type Store = ReturnType<typeof openStore>;

export function isPerson(profile: Account | PersonRow): profile is PersonRow {
  return 'domain' in profile;
}

/** Whether a status answers somebody else; the parts of an own thread do not. */
export function isAnswer(status: StatusRow | undefined): boolean {
  return status !== undefined && status.in_reply_to_id !== null && status.in_reply_to_account_id !== status.author;
}

/** Ids are decimal texts of rising numbers: more digits are newer. */
export function byId(a: { id: string }, b: { id: string }): number {
  return a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Whether `viewer` may see the status: its author and who it mentions always, others when it is not private or direct. */
export function canSee(viewer: string | undefined, status: StatusRow): boolean {
  if (status.visibility === 'public' || status.visibility === 'unlisted') return true;
  return viewer !== undefined && (status.author === viewer || status.mentions.includes(viewer));
}
