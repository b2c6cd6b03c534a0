import { Refused } from '../../core/answer.ts';
import type { StrangerAction, StrangerResult } from '../../core/platform.ts';
import { addMessage, conversationOf } from './add-message.ts';
import { addPost } from './add-post.ts';
import { findNames } from './entities.ts';
import { stranger } from './people.ts';
import { isAnswer } from './posts.ts';
import { isListed, type Post, type Store } from './store.ts';

/** A reply under a post of the account, or under another reply. As in X's own apps the text begins with the names. */
export function comment(store: Store, action: StrangerAction): StrangerResult {
  const { account, parentId, postId } = action;
  const wished = parentId ?? postId;
  const parent = wished === undefined ? newestPost(store, account.platform_id) : store.livePost(wished);
  if (!parent) throw new Refused(404, wished === undefined ? 'The account has no post yet.' : `No post ${wished}.`);
  return store.world.effect(() => {
    const person = stranger(store, action.username);
    const text = addressed(action.text, account.username, person.username);
    const post = addPost(store, { author_id: person.id, text, parent });
    return { ...result(post, person.username), in_reply_to: parent.id, conversation_id: post.conversation_id };
  });
}

export function mention(store: Store, action: StrangerAction): StrangerResult {
  return store.world.effect(() => {
    const person = stranger(store, action.username);
    const text = addressed(action.text, action.account.username, person.username);
    return result(addPost(store, { author_id: person.id, text }), person.username);
  });
}

export function message(store: Store, action: StrangerAction): StrangerResult {
  return store.world.effect(() => {
    const person = stranger(store, action.username);
    const participants = [person.id, action.account.platform_id];
    const conversationId = conversationOf(person.id, action.account.platform_id);
    const draft = { conversation_id: conversationId, participant_ids: participants, sender_id: person.id };
    const { id, text } = addMessage(store, { ...draft, text: action.text });
    return { platform_id: id, username: person.username, user_id: person.id, dm_conversation_id: conversationId, text };
  });
}

/** Posts of the account that are no answers to others, newest first. */
export function ownPosts(store: Store, accountId: string): Post[] {
  return store.posts
    .where('author_id', accountId)
    .filter((post) => post.deleted_at === null && !isAnswer(post))
    .reverse();
}

function newestPost(store: Store, accountId: string): Post | undefined {
  return ownPosts(store, accountId).find((post) => isListed(store, post) && post.repost_of === '');
}

function addressed(text: string, to: string, from: string): string {
  const isNamed = findNames(text).some((name) => name.toLowerCase() === to.toLowerCase());
  const words = text.normalize('NFC').trim();
  return isNamed || to === from ? words : `@${to} ${words}`;
}

function result(post: Post, username: string): StrangerResult {
  return { platform_id: post.id, username, user_id: post.author_id, text: post.text };
}
