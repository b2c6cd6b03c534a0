import type { Account } from '../world/world.ts';

/** The actions of visitors, with what `POST /control/strangers` asks for each. */
export const visitorActions = [
  'comment',
  'message',
  'mention',
  'review',
  'like',
  'share',
  'reaction',
  'press',
  'refer',
  'deliver',
  'read',
  'edit',
  'delete',
  'decide',
] as const;
export type VisitorActionName = (typeof visitorActions)[number];

/**
 * Actions of visitors on a platform. An absent action answers 501. Each is synchronous, writes inside `world.effect` and
 * sends callbacks; `world.clock` shows the time at which it happens, which may be long ago.
 */
export interface Visitors {
  comment?(action: VisitorAction): VisitorResult;
  message?(action: VisitorAction): VisitorResult;
  mention?(action: VisitorAction): VisitorResult;
  /** `text` may be empty, `rating` is there. */
  review?(action: VisitorAction): VisitorResult;
  /** Answers a message with an emoji, in `text`; an empty text takes it back. */
  reaction?(action: VisitorAction): VisitorResult;
  /** Presses a button of a message of the account: `payload` is what the button carries, `text` its title. */
  press?(action: VisitorAction): VisitorResult;
  /** Opens the conversation by a link or an advertisement, whose mark is `payload`; `text` is empty. */
  refer?(action: VisitorAction): VisitorResult;
  /** The visitor's device has received what the account sent; `text` is empty. */
  deliver?(action: VisitorAction): VisitorResult;
  /** Has read what the account sent; `text` is empty. */
  read?(action: VisitorAction): VisitorResult;
  /** Changes a comment, message, mention or review of the visitor's own (`id`); of a review `rating`, too. */
  edit?(action: OwnThing): VisitorResult;
  /** Takes it away; `text` is empty. */
  delete?(action: OwnThing): VisitorResult;
  /** The platform's own staff decides about what the account handed in (`about`); `text` is the decision. */
  decide?(action: VisitorAction): VisitorResult;
  /** Once per visitor and post; `text` is empty. */
  like?(action: VisitorAction): VisitorResult;
  /** Passes the post on: a repost, a boost, a share. */
  share?(action: VisitorAction): VisitorResult;
}

export interface VisitorAction {
  /** The account that is written to. */
  readonly account: Account;
  readonly text: string;
  /** The visitor's name; without it the platform picks one and keeps to it. */
  readonly username?: string;
  /** For what concerns a post: one of the account (without it the newest one), and the comment that is answered. */
  readonly postId?: string;
  readonly parentId?: string;
  /** The stars of a review, 1 to 5. */
  readonly rating?: number;
  /** The type of a message, where there are several: `image`, `location`, `story_mention` … */
  readonly kind?: string;
  /** The address of what a message attaches; without it a sample. */
  readonly url?: string;
  /** What a button, a quick reply or a referral carries. */
  readonly payload?: string;
  /** The message that a reaction or a response is about. */
  readonly messageId?: string;
  /** The subject of the decision. */
  readonly about?: string;
  /** When what the visitor makes appears in lists, in ms of `world.clock`; asked while it is made. */
  visibleAt(): number;
}

export interface OwnThing extends VisitorAction {
  /** The platform_id that an earlier action answered. */
  readonly id: string;
}

export interface VisitorResult {
  readonly platform_id: string;
  readonly username: string;
  readonly [field: string]: unknown;
}
