import { Rejected } from '../../core/calls/response.ts';
import type { VisitorAction, VisitorResult } from '../../core/control/visitors.ts';
import type { AccountOptions } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { freeUsername, nameOf } from '../meta/names.ts';
import { newComment } from './comments.ts';
import { postsOf } from './media.ts';
import type { CommentRow, Instagram, MediaRow, PersonRow } from './store.ts';
import { sendCommentCallback, sendMentionCallback } from './webhooks.ts';

/** A professional account: `user_id` (1784…) is its platform_id, `id` an app-scoped number of its own. */
export function createAccount({ world, store }: Instagram, options: AccountOptions): Account {
  const username = freeUsername(world, options.username ?? 'acme');
  const account: Account = {
    platform_id: world.ids.digits('17841', 17),
    username,
    name: options.name ?? `${username.charAt(0).toUpperCase()}${username.slice(1)}`,
    picture_url: world.media.sample('avatar.png'),
    created_at: world.clock.now(),
  };
  world.effect(() => {
    world.accounts.put(account);
    store.profiles.put(account.platform_id, {
      account: account.platform_id,
      scoped_id: world.ids.digits('2', 17),
      account_type: 'BUSINESS',
      biography: '',
      website: '',
      followers_count: 120,
      follows_count: 10,
      subscribed_fields: null,
    });
  });
  return account;
}

/** A comment on a post of the account, or a reply to a comment there. */
export function visitorComments(instagram: Instagram, action: VisitorAction): VisitorResult {
  const { world, store } = instagram;
  const { platform_id: account } = action.account;
  const parent = action.parentId === undefined ? undefined : store.comments.get(action.parentId);
  if (action.parentId !== undefined && parent?.account !== account) throw new Rejected(404, 'No such comment.');
  const post = parent ? store.media.get(parent.media_id) : postFor(instagram, action);
  if (!post) throw new Rejected(404, 'No such post.');
  if (!post.comments_enabled) throw new Rejected(409, 'Comments are turned off for this post.');

  return world.effect(() => {
    const person = personFor(instagram, action);
    const row = newComment(instagram, {
      account,
      media_id: post.id,
      parent_id: parent ? (parent.parent_id ?? parent.id) : null,
      from_id: person.id,
      username: person.username,
      text: action.text,
      visible_at: action.visibleAt(),
    });
    store.comments.put(row.id, row);
    sendCommentCallback(instagram, row);
    return { ...resultOf(row, person), parent_id: row.parent_id };
  });
}

/**
 * A comment that @mentions the account on a post of somebody else, or with the kind `caption` the caption of that post. On
 * a post of the account's own it is a comment like any other.
 */
export function visitorMentions(instagram: Instagram, action: VisitorAction): VisitorResult {
  const { world, store } = instagram;
  const { platform_id: account, username } = action.account;
  const text = action.text.includes(`@${username}`) ? action.text : `@${username} ${action.text}`;
  if (action.postId !== undefined) return visitorComments(instagram, { ...action, text });

  return world.effect(() => {
    const person = personFor(instagram, action);
    const isCaption = action.kind === 'caption';
    const media = {
      ...foreignMedia(instagram),
      ...(isCaption && { caption: text, username: person.username, named: account }),
    };
    store.media.put(media.id, media);
    if (isCaption) {
      sendMentionCallback(instagram, account, { media_id: media.id });
      return { platform_id: media.id, username: person.username, user_id: person.id, post_id: media.id, text };
    }
    const row = newComment(instagram, {
      account,
      media_id: media.id,
      parent_id: null,
      from_id: person.id,
      username: person.username,
      text,
      is_mention: true,
    });
    store.comments.put(row.id, row);
    sendMentionCallback(instagram, account, { media_id: media.id, comment_id: row.id });
    sendCommentCallback(instagram, row);
    return resultOf(row, person);
  });
}

export function visitorLikes(instagram: Instagram, action: VisitorAction): VisitorResult {
  return onPost(instagram, action, ({ liked_by = [] }, person) => ({ liked_by: [...new Set([...liked_by, person])] }));
}

export function visitorShares(instagram: Instagram, action: VisitorAction): VisitorResult {
  return onPost(instagram, action, ({ shared_by = [] }, person) => ({
    shared_by: [...new Set([...shared_by, person])],
  }));
}

function onPost(
  instagram: Instagram,
  action: VisitorAction,
  change: (post: MediaRow, personId: string) => Partial<MediaRow>,
): VisitorResult {
  const post = postFor(instagram, action);
  if (!post) throw new Rejected(404, 'No such post.');
  return instagram.world.effect(() => {
    const { id, username } = personFor(instagram, action);
    instagram.store.media.put(post.id, { ...post, ...change(post, id) });
    return { platform_id: post.id, username, user_id: id };
  });
}

function postFor(instagram: Instagram, { account, postId }: VisitorAction): MediaRow | undefined {
  if (postId === undefined) return postsOf(instagram, account.platform_id)[0];
  const post = instagram.store.media.get(postId);
  return post?.account === account.platform_id && post.parent === null ? post : undefined;
}

/** The visitor by that name; without a name always the same one. */
export function personFor({ world, store }: Instagram, { account, username = 'jane' }: VisitorAction): PersonRow {
  const known = store.people.where('account', account.platform_id).find((row) => row.username === username);
  if (known) return known;
  const person: PersonRow = {
    id: world.ids.digits('8', 15),
    account: account.platform_id,
    username,
    name: nameOf(username),
  };
  store.people.put(person.id, person);
  return person;
}

function foreignMedia({ world }: Instagram): MediaRow {
  const now = world.clock.now();
  return {
    id: world.ids.digits('179', 17),
    order: world.ids.snowflake(),
    account: 'somebody',
    username: 'somebody',
    parent: null,
    children: [],
    media_type: 'IMAGE',
    product: 'FEED',
    url: world.media.sample('sample.jpg'),
    thumbnail_url: null,
    caption: 'A day out',
    alt_text: null,
    shortcode: world.ids.text('D', 10),
    share_to_feed: true,
    comments_enabled: true,
    created_at: now,
    visible_at: now,
  };
}

function resultOf(row: CommentRow, person: PersonRow): VisitorResult {
  return {
    platform_id: row.id,
    username: person.username,
    user_id: person.id,
    post_id: row.media_id,
    text: row.text,
  };
}
