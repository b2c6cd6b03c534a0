import { Rejected } from '../../core/calls/response.ts';
import type { OwnThing, VisitorAction, VisitorResult } from '../../core/control/visitors.ts';
import { addPost } from './add-post.ts';
import { addMessage, conversationOf } from './messages/add-message.ts';
import { personById, visitor } from './people.ts';
import { isAnswer, repostBy } from './posts.ts';
import { findNames } from './reading/entities.ts';
import { isListed, type Post, type Store } from './store.ts';

/** A reply under a post of the account, or under another reply. As in X's own apps the text begins with the names. */
export function comment(store: Store, action: VisitorAction): VisitorResult {
  const { account } = action;
  const parent = answered(store, action);
  return store.world.effect(() => {
    const person = visitor(store, action.username);
    const text = addressed(action.text, account.username, person.username);
    const post = addPost(store, { author_id: person.id, text, parent }, action.visibleAt());
    return { ...result(post, person.username), in_reply_to: parent.id, conversation_id: post.conversation_id };
  });
}

export function mention(store: Store, action: VisitorAction): VisitorResult {
  return store.world.effect(() => {
    const person = visitor(store, action.username);
    const text = addressed(action.text, action.account.username, person.username);
    return result(addPost(store, { author_id: person.id, text }, action.visibleAt()), person.username);
  });
}

export function like(store: Store, action: VisitorAction): VisitorResult {
  const post = answered(store, action);
  return store.world.effect(() => {
    const person = visitor(store, action.username);
    store.likes.put(`${person.id}:${post.id}`, { person_id: person.id, post_id: post.id });
    return { platform_id: post.id, username: person.username, user_id: person.id };
  });
}

/** A repost, once per visitor. */
export function share(store: Store, action: VisitorAction): VisitorResult {
  const post = answered(store, action);
  return store.world.effect(() => {
    const person = visitor(store, action.username);
    const known = repostBy(store, person.id, post.id);
    const text = `RT @${action.account.username}: ${post.text}`;
    return result(known ?? addPost(store, { author_id: person.id, text, reposted: post }), person.username);
  });
}

/** The post that the action is about: the one that is named, else the account's newest. */
function answered(store: Store, { account, parentId, postId }: VisitorAction): Post {
  const requested = parentId ?? postId;
  const post = requested === undefined ? newestPost(store, account.platform_id) : store.livePost(requested);
  if (!post)
    throw new Rejected(404, requested === undefined ? 'The account has no post yet.' : `No post ${requested}.`);
  return post;
}

export function message(store: Store, action: VisitorAction): VisitorResult {
  return store.world.effect(() => {
    const person = visitor(store, action.username);
    const participants = [person.id, action.account.platform_id];
    const conversationId = conversationOf(person.id, action.account.platform_id);
    const draft = { conversation_id: conversationId, participant_ids: participants, sender_id: person.id };
    const media = attached(store, action, person.id);
    const { id, text } = addMessage(store, { ...draft, text: action.text, media }, action.visibleAt());
    return { platform_id: id, username: person.username, user_id: person.id, dm_conversation_id: conversationId, text };
  });
}

/** The account's messages up to the last one are read. */
export function read(store: Store, action: VisitorAction): VisitorResult {
  const { platform_id } = action.account;
  return store.world.effect(() => {
    const person = visitor(store, action.username);
    const last = store.messages
      .where('conversation_id', conversationOf(person.id, platform_id))
      .findLast(({ sender_id }) => sender_id === platform_id);
    if (!last) throw new Rejected(404, 'The account has sent nothing to this person.');
    return { platform_id: last.id, username: person.username, user_id: person.id };
  });
}

/** A reply or a mention is gone. */
export function remove(store: Store, { account, id }: OwnThing): VisitorResult {
  const post = store.livePost(id);
  const author = post && personById(store, post.author_id);
  if (!post || !author) throw new Rejected(404, `No post ${id}.`);
  if (post.author_id === account.platform_id) throw new Rejected(409, 'The account has written this post.');
  return store.world.effect(() => {
    store.posts.put(id, { ...post, deleted_at: store.world.clock.now() });
    return result(post, author.username);
  });
}

const attachable = {
  image: ['sample.jpg', 'image/jpeg'],
  gif: ['sample.gif', 'image/gif'],
  video: ['sample.mp4', 'video/mp4'],
} as const;

/** Ids of what a message attaches. Inside an effect. */
function attached(store: Store, { kind, url }: VisitorAction, owner: string): string[] {
  if (kind === undefined || kind === 'text') return [];
  if (!(kind in attachable))
    throw new Rejected(400, `kind must be one of: text, ${Object.keys(attachable).join(', ')}.`);
  const [sample, type] = attachable[kind as keyof typeof attachable];
  const id = store.nextId();
  store.uploads.put(id, {
    id,
    media_key: `3_${id}`,
    owners: [owner],
    category: `dm_${kind}`,
    type,
    total_bytes: 1024,
    segments: [],
    state: 'succeeded',
    is_processed: false,
    polls_left: 0,
    failure: null,
    url: url ?? store.world.media.sample(sample),
    width: null,
    height: null,
    duration_seconds: null,
    alt_text: '',
    expires_at: Number.MAX_SAFE_INTEGER,
  });
  return [id];
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

function result(post: Post, username: string): VisitorResult {
  return { platform_id: post.id, username, user_id: post.author_id, text: post.text };
}
