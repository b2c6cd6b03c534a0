import type { Account } from '../world/world.ts';

/** The actions of strangers, with what `POST /control/strangers` asks for each. */
export const strangerActions = [
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
export type StrangerActionName = (typeof strangerActions)[number];

/**
 * Actions of strangers on a platform. An absent action answers 501. Each is synchronous, writes inside `world.effect` and
 * sends callbacks; `world.clock` shows the time at which it happens, which may be long ago.
 */
export interface Strangers {
  comment?(action: StrangerAction): StrangerResult;
  message?(action: StrangerAction): StrangerResult;
  mention?(action: StrangerAction): StrangerResult;
  /** `text` may be empty, `rating` is there. */
  review?(action: StrangerAction): StrangerResult;
  /** Answers a message with an emoji, in `text`; an empty text takes it back. */
  reaction?(action: StrangerAction): StrangerResult;
  /** Presses a button of a message of the account: `payload` is what the button carries, `text` its title. */
  press?(action: StrangerAction): StrangerResult;
  /** Opens the conversation by a link or an advertisement, whose mark is `payload`; `text` is empty. */
  refer?(action: StrangerAction): StrangerResult;
  /** The stranger's device has received what the account sent; `text` is empty. */
  deliver?(action: StrangerAction): StrangerResult;
  /** Has read what the account sent; `text` is empty. */
  read?(action: StrangerAction): StrangerResult;
  /** Changes a comment, message, mention or review of the stranger's own (`id`); of a review `rating`, too. */
  edit?(action: OwnThing): StrangerResult;
  /** Takes it away; `text` is empty. */
  delete?(action: OwnThing): StrangerResult;
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
  /** The type of a message, where there are several: `image`, `location`, `story_mention` … */
  readonly kind?: string;
  /** The address of what a message attaches; without it a sample. */
  readonly url?: string;
  /** What a button, a quick reply or a referral carries. */
  readonly payload?: string;
  /** The message that a reaction or an answer is about. */
  readonly messageId?: string;
  /** The subject of the decision. */
  readonly about?: string;
  /** When what the stranger makes appears in lists, in ms of `world.clock`; asked while it is made. */
  visibleAt(): number;
}

export interface OwnThing extends StrangerAction {
  /** The platform_id that an earlier action answered. */
  readonly id: string;
}

export interface StrangerResult {
  readonly platform_id: string;
  readonly username: string;
  readonly [field: string]: unknown;
}
