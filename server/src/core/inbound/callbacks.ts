import type { OwnPost } from '../account-abilities.ts';
import type { MentionRef, PlatformComment, PlatformMention, PlatformReview, RemovedItem } from '../messaging/inbox.ts';
import type { PlatformMessage, PlatformMessageChange, PlatformMessageStatus } from '../messaging/messages.ts';
import type { AppCredentials, SessionAccount } from '../session.ts';

/** An incoming item in our words. */
export type InboundItem =
  /** A post of the account, made by us or elsewhere. */
  | { readonly kind: 'post'; readonly post: OwnPost }
  | { readonly kind: 'comment'; readonly comment: PlatformComment }
  | { readonly kind: 'message'; readonly message: PlatformMessage }
  | { readonly kind: 'message_status'; readonly status: PlatformMessageStatus }
  | { readonly kind: 'message_change'; readonly change: PlatformMessageChange }
  | { readonly kind: 'review'; readonly review: PlatformReview }
  | { readonly kind: 'mention'; readonly mention: PlatformMention }
  | { readonly kind: 'removal'; readonly removal: RemovedItem }
  /** The ids of a mention; `Mentions.read` gives the rest. */
  | { readonly kind: 'mention_notice'; readonly mention: MentionRef };

export function commentsOf(items: readonly InboundItem[]): PlatformComment[] {
  return items.flatMap((item) => (item.kind === 'comment' ? [item.comment] : []));
}

/** One notice of a platform callback for one account. */
export interface InboundNotice {
  /** Unique on the platform: a repeated delivery has the same key. */
  readonly key: string;
  /** The platform id of the account that the notice is for. */
  readonly platformAccountId: string;
  readonly payload: unknown;
}

/** The lists of updates in an object, by name, and those in their elements. */
export interface UpdateLists {
  readonly [name: string]: UpdateLists;
}

export interface Inbound {
  /** Gives the response to the platform's subscription handshake; undefined when the request is not one. */
  readonly handshake?: (query: Readonly<Record<string, string>>, verifyToken: string) => string | undefined;
  /** Whether the raw body was signed with the app's secret. Compares in constant time. */
  readonly verify: (rawBody: Uint8Array, headers: Readonly<Record<string, string>>, app: AppCredentials) => boolean;
  /** The lists that hold the updates of a body. Large bodies are parsed a few updates at a time. */
  readonly updates: UpdateLists;
  /** Splits a verified body, or a part of it, into notices. Never throws on strange input: unknown parts are left out. */
  readonly split: (body: unknown) => readonly InboundNotice[];
  /** The items in a notice for the account. */
  readonly parse: (notice: InboundNotice, account: SessionAccount) => readonly InboundItem[];
}

export interface Removals {
  /** As in `Inbound`: signed with the app's secret. False too for callbacks of another form. */
  readonly verify: Inbound['verify'];
  /** The accesses that a verified body ends; empty for callbacks about anything else. */
  readonly read: (rawBody: Uint8Array) => readonly RemovedAccess[];
}

/** Callbacks of people who want everything erased that we hold of them. */
export interface Erasures extends Removals {
  /** The platform may name a person by any of several ids. One of them may be stored as the user name. */
  readonly hasSeveralIds?: true;
}

export interface RemovedAccess {
  /** The account's id on the platform, or the id of the person who logged in. */
  readonly platformId: string;
  /** Unix seconds; tells a repeated callback from another removal. */
  readonly at: number;
}
