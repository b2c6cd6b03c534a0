import { Rejected } from '../../core/calls/response.ts';
import type { OwnThing, VisitorAction, VisitorResult } from '../../core/control/visitors.ts';
import type { AccountOptions } from '../../core/platform.ts';
import type { Account } from '../../core/world/world.ts';
import { freeUsername, nameOf } from '../meta/names.ts';
import { postsOf } from './posts.ts';
import { emptyDraft, newPost } from './publish.ts';
import type { PersonRow, PostRow, Threads } from './store.ts';
import { mentionsName } from './text.ts';
import { sendMentionCallback, sendReplyCallback } from './webhooks.ts';

export function createAccount({ world, store }: Threads, options: AccountOptions): Account {
  const username = freeUsername(world, options.username ?? 'acme');
  const account: Account = {
    platform_id: world.ids.digits('17841', 17),
    username,
    name: options.name ?? nameOf(username),
    picture_url: world.media.sample('avatar.png'),
    created_at: world.clock.now(),
  };
  world.effect(() => {
    world.accounts.put(account);
    store.profiles.put(account.platform_id, {
      account: account.platform_id,
      biography: '',
      is_verified: false,
      is_eligible_for_geo_gating: false,
      followers_count: 120,
    });
  });
  return account;
}

/** A reply in a thread of the account, to its post or to what somebody answered there. */
export function visitorReplies(threads: Threads, action: VisitorAction): VisitorResult {
  const { world, store } = threads;
  const answered = answeredPost(threads, action);
  if (answered === 'no comment') throw new Rejected(404, 'No such comment.');
  if (!answered) throw new Rejected(404, 'No such post.');
  const root = store.posts.get(answered.root ?? answered.id) ?? answered;
  if (!mayReply(root, action)) throw new Rejected(409, 'Only some may reply to this post.');

  return world.effect(() => {
    const person = personFor(threads, action);
    const row = newPost(
      threads,
      { ...emptyDraft, text: action.text, reply_to: answered.id },
      {
        account: action.account.platform_id,
        author_id: person.id,
        username: person.username,
        approval: root.has_reply_approvals ? 'pending' : 'approved',
        is_mention: mentionsName(action.text, action.account.username),
        hide_status: answered.hide_status === 'HIDDEN' ? 'HIDDEN' : 'NOT_HUSHED',
        visible_at: action.visibleAt(),
      },
    );
    store.posts.put(row.id, row);
    if (row.approval === 'approved') sendReplyCallback(threads, row);
    if (row.is_mention) sendMentionCallback(threads, row);
    return { ...resultOf(row), post_id: root.id, parent_id: answered.id === root.id ? null : answered.id };
  });
}

/** A post of a visitor's own with the account's name in it; with `post_id` a reply there that names the account. */
export function visitorMentions(threads: Threads, action: VisitorAction): VisitorResult {
  const { world, store } = threads;
  const { platform_id, username } = action.account;
  const text = mentionsName(action.text, username) ? action.text : `@${username} ${action.text}`;
  if (action.postId !== undefined) return visitorReplies(threads, { ...action, text });
  return world.effect(() => {
    const person = personFor(threads, action);
    const row = newPost(
      threads,
      { ...emptyDraft, text },
      {
        account: platform_id,
        author_id: person.id,
        username: person.username,
        is_mention: true,
        visible_at: action.visibleAt(),
      },
    );
    store.posts.put(row.id, row);
    sendMentionCallback(threads, row);
    return resultOf(row);
  });
}

/** A reply or a mention is gone; Threads tells nobody of it. */
export function visitorDeletes(threads: Threads, { account, id }: OwnThing): VisitorResult {
  const { store, world } = threads;
  const row = store.posts.get(id);
  if (row?.account !== account.platform_id) throw new Rejected(404, `No post ${id}.`);
  if (row.author_id === account.platform_id) throw new Rejected(409, 'The account has written this.');
  return world.effect(() => {
    store.posts.delete(id);
    return resultOf(row);
  });
}

export function visitorLikes(threads: Threads, action: VisitorAction): VisitorResult {
  return onPost(threads, action, ({ liked_by }, id) => ({ liked_by: [...new Set([...liked_by, id])] }));
}

export function visitorReposts(threads: Threads, action: VisitorAction): VisitorResult {
  return onPost(threads, action, ({ reposted_by }, id) => ({ reposted_by: [...new Set([...reposted_by, id])] }));
}

function onPost(
  threads: Threads,
  action: VisitorAction,
  change: (post: PostRow, personId: string) => Partial<PostRow>,
): VisitorResult {
  const post = postFor(threads, action);
  if (!post) throw new Rejected(404, 'No such post.');
  return threads.world.effect(() => {
    const { id, username } = personFor(threads, action);
    threads.store.posts.put(post.id, { ...post, ...change(post, id) });
    return { platform_id: post.id, username, user_id: id };
  });
}

function answeredPost(threads: Threads, action: VisitorAction): PostRow | 'no comment' | undefined {
  if (action.parentId === undefined) return postFor(threads, action);
  const parent = threads.store.posts.get(action.parentId);
  return parent?.account === action.account.platform_id && parent.root !== null ? parent : 'no comment';
}

/** Visitors neither follow the account nor are followed by it. */
function mayReply({ reply_audience, text }: PostRow, { username = 'jane' }: VisitorAction): boolean {
  if (reply_audience === 'everyone') return true;
  return reply_audience === 'mentioned_only' && mentionsName(text, username);
}

function postFor(threads: Threads, { account, postId }: VisitorAction): PostRow | undefined {
  if (postId === undefined) return postsOf(threads, account.platform_id).find((row) => row.reply_to === null);
  const post = threads.store.posts.get(postId);
  return post?.account === account.platform_id && post.parent === null ? post : undefined;
}

/** The visitor by that name, the same for every account; without a name always the same one. */
function personFor({ world, store }: Threads, { username = 'jane' }: VisitorAction): PersonRow {
  const known = store.people.get(username);
  if (known) return known;
  const person: PersonRow = { id: world.ids.digits('17841', 17), username, name: nameOf(username) };
  store.people.put(username, person);
  return person;
}

function resultOf(row: PostRow): VisitorResult {
  return { platform_id: row.id, username: row.username, user_id: row.author_id, text: row.text };
}
