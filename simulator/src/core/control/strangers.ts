import type { Account } from '../world/world.ts';

/** Actions of strangers on a platform. An absent action answers 501. Each writes inside `world.effect` and sends callbacks. */
export interface Strangers {
  comment?(action: StrangerAction): StrangerResult;
  message?(action: StrangerAction): StrangerResult;
  mention?(action: StrangerAction): StrangerResult;
  /** `text` may be empty, `rating` is there. */
  review?(action: StrangerAction): StrangerResult;
  /** Answers a message with an emoji, in `text`. */
  reaction?(action: StrangerAction): StrangerResult;
  /** Has read what the account sent; `text` is empty. */
  read?(action: StrangerAction): StrangerResult;
  /** The platform's own staff decides about what the account handed in (`about`); `text` is the decision. */
  decide?(action: StrangerAction): StrangerResult;
  /** Once per stranger and post; `text` is empty. */
  like?(action: StrangerAction): StrangerResult;
  /** Passes the post on: a repost, a boost, a share. */
  share?(action: StrangerAction): StrangerResult;
}

export interface StrangerAction {
  /** The account that is written to. */
  readonly account: Account;
  readonly text: string;
  /** The stranger's name; without it the platform picks one and keeps to it. */
  readonly username?: string;
  /** For what concerns a post: one of the account (without it the newest one), and the comment that is answered. */
  readonly postId?: string;
  readonly parentId?: string;
  /** The stars of a review, 1 to 5. */
  readonly rating?: number;
  /** The type of a message, where there are several: `image`, `location` … */
  readonly kind?: string;
  /** The message that a reaction or an answer is about. */
  readonly messageId?: string;
  /** The subject of the decision. */
  readonly about?: string;
  /** When what the stranger makes appears in lists, in ms of `world.clock`; asked while it is made. */
  visibleAt(): number;
}

export interface StrangerResult {
  readonly platform_id: string;
  readonly username: string;
  readonly [field: string]: unknown;
}
