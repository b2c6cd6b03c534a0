import { Rejected } from '../../../core/calls/response.ts';
import type { OwnThing, VisitorAction, VisitorResult } from '../../../core/control/visitors.ts';
import { newComment, removeComment } from '../comments.ts';
import { type Entity, findEntity } from '../entities.ts';
import { notify } from '../notifications.ts';
import { newPost } from '../posts/create-post.ts';
import { reactionKey } from '../social.ts';
import { type CommentRow, type LinkedIn, type MemberRow, type PostRow, urnOf } from '../store.ts';
import { visitor } from './people.ts';

/** On a post of the account, or as a reply to a comment there. */
export function visitorComments(linkedin: LinkedIn, action: VisitorAction): VisitorResult {
  const { world, store } = linkedin;
  const entity = entityFor(linkedin, action);
  return world.effect(() => {
    const person = visitor(linkedin, action.username);
    const actor = urnOf('member', person.id);
    const options = { actor, text: action.text, image: null, visible_at: action.visibleAt() };
    const row = newComment(linkedin, entity, options);
    store.comments.put(row.urn, row);
    notify(linkedin, { action: 'COMMENT', post: entity.post, comment: row });
    return {
      ...result(row.urn, person),
      post_id: row.post,
      parent_id: row.parent === '' ? null : row.parent,
      text: row.text,
    };
  });
}

/** Another text for a comment of a visitor's. */
export function visitorEdits(linkedin: LinkedIn, action: OwnThing): VisitorResult {
  const { world, store } = linkedin;
  const { post, comment } = visitorsComment(linkedin, action);
  return world.effect(() => {
    const changed = { ...comment, text: action.text, modified_at: world.clock.now() };
    store.comments.put(comment.urn, changed);
    notify(linkedin, { action: 'COMMENT_EDIT', post, comment: changed });
    return commentResult(changed, action);
  });
}

export function visitorDeletes(linkedin: LinkedIn, action: OwnThing): VisitorResult {
  const { post, comment } = visitorsComment(linkedin, action);
  return linkedin.world.effect(() => {
    removeComment(linkedin, comment);
    notify(linkedin, { action: 'COMMENT_DELETE', post, comment });
    return commentResult(comment, action);
  });
}

function visitorsComment(linkedin: LinkedIn, { account, id }: OwnThing): { post: PostRow; comment: CommentRow } {
  const { post, comment } = findEntity(linkedin, id) ?? {};
  if (!post || !comment || post.account !== account.platform_id) throw new Rejected(404, `No comment ${id}.`);
  if (comment.actor === urnOf(linkedin.kind, account.platform_id))
    throw new Rejected(409, 'The account has written this comment.');
  return { post, comment };
}

function commentResult({ urn, actor, post, text }: CommentRow, { username = 'jane' }: OwnThing): VisitorResult {
  return { platform_id: urn, username, user_id: actor.split(':').at(-1), post_id: post, text };
}

/** A post of the visitor that names the page. */
export function visitorMentions(linkedin: LinkedIn, action: VisitorAction): VisitorResult {
  const { world, store } = linkedin;
  const { platform_id: account, name } = action.account;
  return world.effect(() => {
    const person = visitor(linkedin, action.username);
    const mention = `@[${name}](${urnOf(linkedin.kind, account)})`;
    const row = newPost(linkedin, {
      account,
      author: urnOf('member', person.id),
      commentary: action.text.includes(name) ? action.text.replace(name, mention) : `${mention} ${action.text}`,
      text: action.text.includes(name) ? action.text : `${name} ${action.text}`,
      visible_at: action.visibleAt(),
    });
    store.posts.put(row.id, row);
    notify(linkedin, { action: 'SHARE_MENTION', post: row });
    return { ...result(row.id, person), text: row.text };
  });
}

export function visitorLikes(linkedin: LinkedIn, action: VisitorAction): VisitorResult {
  return onPost(linkedin, action, (post, person) => {
    const actor = urnOf('member', person.id);
    const key = reactionKey(actor, post.activity);
    if (linkedin.store.reactions.get(key)) return;
    const created_at = linkedin.world.clock.now();
    linkedin.store.reactions.put(key, { actor, root: post.activity, type: 'LIKE', created_at });
    notify(linkedin, { action: 'LIKE', post, actor: `urn:li:reaction:(${actor},${post.activity})` });
  });
}

export function visitorShares(linkedin: LinkedIn, action: VisitorAction): VisitorResult {
  return onPost(linkedin, action, (post, person) => {
    const actor = urnOf('member', person.id);
    const key = reactionKey(actor, post.id);
    if (linkedin.store.shares.get(key)) return;
    linkedin.store.shares.put(key, { actor, post: post.id, created_at: linkedin.world.clock.now() });
    notify(linkedin, { action: 'SHARE', post, actor: `urn:li:share:${linkedin.world.ids.snowflake()}` });
  });
}

function onPost(
  linkedin: LinkedIn,
  action: VisitorAction,
  act: (post: PostRow, person: MemberRow) => void,
): VisitorResult {
  const { post } = entityFor(linkedin, action);
  return linkedin.world.effect(() => {
    const person = visitor(linkedin, action.username);
    act(post, person);
    return result(post.id, person);
  });
}

/** The comment or post that is named, else the account's newest post. */
function entityFor(linkedin: LinkedIn, { account, postId, parentId }: VisitorAction): Entity {
  const urn = parentId ?? postId ?? ownPosts(linkedin, account.platform_id)[0]?.id;
  const entity = urn === undefined ? undefined : findEntity(linkedin, urn);
  if (entity?.post.account !== account.platform_id || (parentId !== undefined && !entity.comment))
    throw new Rejected(404, parentId === undefined ? 'No such post.' : 'No such comment.');
  return entity;
}

/** The account's publications, newest first. */
export function ownPosts({ store, kind }: LinkedIn, account: string): PostRow[] {
  return store.posts
    .where('author', urnOf(kind, account))
    .filter((row) => row.lifecycle_state === 'PUBLISHED')
    .reverse();
}

function result(platform_id: string, { id, username }: MemberRow): VisitorResult {
  return { platform_id, username, user_id: id };
}
