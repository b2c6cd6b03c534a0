import { Rejected } from '../../core/calls/response.ts';
import type { VisitorAction, VisitorResult } from '../../core/control/visitors.ts';
import type { AccountOptions } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { freeUsername, nameOf } from '../meta/names.ts';
import { newComment } from './comments/comments.ts';
import { newPost } from './create-post.ts';
import { postsOf } from './posts.ts';
import type { Facebook, PersonRow, PostRow } from './store.ts';
import { sendCommentCallback, sendMentionCallback, sendReactionCallback } from './webhooks.ts';

/** A Page, with a person of its own who manages it. */
export function createAccount({ world, store }: Facebook, options: AccountOptions): Account {
  const username = freeUsername(world, options.username ?? 'acmebakery');
  const account: Account = {
    platform_id: world.ids.digits('1', 15),
    username,
    name: options.name ?? nameOf(username),
    picture_url: world.media.sample('avatar.png'),
    created_at: world.clock.now(),
  };
  const owner = { id: world.ids.digits('12', 10), name: 'Jo Doe' };
  world.effect(() => {
    world.accounts.put(account);
    store.users.put(owner.id, owner);
    store.pages.put(account.platform_id, {
      account: account.platform_id,
      owner: owner.id,
      category: 'Bakery',
      followers_count: 120,
      subscribed_fields: null,
    });
  });
  return account;
}

/** A comment on a post of the Page, or a reply to a comment there. */
export function visitorComments(facebook: Facebook, action: VisitorAction): VisitorResult {
  const { world, store } = facebook;
  const { platform_id: account } = action.account;
  const parent = action.parentId === undefined ? undefined : store.comments.get(action.parentId);
  if (action.parentId !== undefined && parent?.account !== account) throw new Rejected(404, 'No such comment.');
  const post = parent ? store.posts.get(parent.post_id) : postFor(facebook, action);
  if (!post) throw new Rejected(404, 'No such post.');
  return world.effect(() => {
    const person = personFor(facebook, action);
    const row = newComment(facebook, {
      account,
      post_id: post.id,
      parent_id: parent ? (parent.parent_id ?? parent.id) : null,
      from_id: person.id,
      from_name: person.name,
      message: action.text,
      attachment_url: null,
      visible_at: action.visibleAt(),
    });
    store.comments.put(row.id, row);
    sendCommentCallback(facebook, row, 'add');
    const { id: platform_id, parent_id } = row;
    return {
      platform_id,
      username: person.username,
      user_id: person.id,
      post_id: post.id,
      parent_id,
      text: action.text,
    };
  });
}

/** A post of somebody else that tags the Page; with `post_id` a comment there that names it. */
export function visitorMentions(facebook: Facebook, action: VisitorAction): VisitorResult {
  const { world, store } = facebook;
  const { platform_id, name } = action.account;
  const text = action.text.includes(name) ? action.text : `@${name} ${action.text}`;
  if (action.postId !== undefined) {
    const result = visitorComments(facebook, { ...action, text });
    const person = personFor(facebook, action);
    const mention = { post_id: action.postId, comment_id: result.platform_id, person, message: text };
    world.effect(() => sendMentionCallback(facebook, platform_id, mention));
    return result;
  }
  return world.effect(() => {
    const person = personFor(facebook, action);
    const post: PostRow = {
      ...newPost(facebook, action.account, { message: text, place: 'tagged', visible_at: action.visibleAt() }),
      id: `${person.id}_${world.ids.digits('4', 15)}`,
      author_id: person.id,
      author_name: person.name,
    };
    store.posts.put(post.id, post);
    sendMentionCallback(facebook, platform_id, { post_id: post.id, person, message: text });
    return { platform_id: post.id, username: person.username, user_id: person.id, text };
  });
}

export function visitorLikes(facebook: Facebook, action: VisitorAction): VisitorResult {
  return onPost(facebook, action, (post, person) => {
    if (post.liked_by.includes(person.id)) return;
    facebook.store.posts.put(post.id, { ...post, liked_by: [...post.liked_by, person.id] });
    sendReactionCallback(facebook, post, person);
  });
}

export function visitorShares(facebook: Facebook, action: VisitorAction): VisitorResult {
  return onPost(facebook, action, (post, person) => {
    const shared_by = [...new Set([...post.shared_by, person.id])];
    facebook.store.posts.put(post.id, { ...post, shared_by });
  });
}

function onPost(
  facebook: Facebook,
  action: VisitorAction,
  act: (post: PostRow, person: PersonRow) => void,
): VisitorResult {
  const post = postFor(facebook, action);
  if (!post) throw new Rejected(404, 'No such post.');
  return facebook.world.effect(() => {
    const person = personFor(facebook, action);
    act(post, person);
    return { platform_id: post.id, username: person.username, user_id: person.id };
  });
}

/** Posts, and what has a post: a photo, a video, a reel. */
function postFor(facebook: Facebook, { account, postId }: VisitorAction): PostRow | undefined {
  const { store } = facebook;
  if (postId === undefined) return newestPost(facebook, account.platform_id);
  const id = store.videos.get(postId)?.post_id ?? store.photos.get(postId)?.used_by ?? postId;
  const post = store.posts.get(id);
  return post?.account === account.platform_id ? post : undefined;
}

function newestPost(facebook: Facebook, account: string): PostRow | undefined {
  const reels = facebook.store.posts.where('account', account).filter(({ place }) => place === 'reel');
  return [...postsOf(facebook, account), ...reels].sort((a, b) => b.created_at - a.created_at)[0];
}

/** The visitor by that name; without a name always the same one. */
export function personFor({ world, store }: Facebook, { account, username = 'jane' }: VisitorAction): PersonRow {
  const known = store.people.where('account', account.platform_id).find((row) => row.username === username);
  if (known) return known;
  const person: PersonRow = {
    id: world.ids.digits('7', 16),
    account: account.platform_id,
    username,
    name: username === 'jane' ? 'Jane Smith' : nameOf(username),
  };
  store.people.put(person.id, person);
  return person;
}
