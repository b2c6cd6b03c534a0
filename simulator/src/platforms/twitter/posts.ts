import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { boolean, checkBody, id, object } from './body-schema.ts';
import { ids, pathId, readQuery, required } from './parameters.ts';
import { forbidden, invalidRequest, notFoundEntry, notPermitted } from './problems.ts';
import { postRules, wanted } from './reading/fields.ts';
import { renderPosts } from './reading/includes.ts';
import type { Post, Store } from './store.ts';

/** GET /2/tweets/:id: also finds what lists do not show yet. */
export function readPost(store: Store, call: Call): PlatformResponse {
  const query = readQuery(call, postRules);
  const postId = pathId(call);
  const post = store.livePost(postId);
  if (!post) return json({ errors: [notFoundEntry('tweet', 'id', postId)] });
  const { data, ...rest } = renderPosts(store, [post], wanted(query), viewer(call));
  return json({ data: data[0], ...rest });
}

/** GET /2/tweets?ids=: what is missing stands in `errors` beside the rest. */
export function readPosts(store: Store, call: Call): PlatformResponse {
  const query = readQuery(call, { ids: ids(100), ...postRules });
  required(query, 'ids');
  const list = [...new Set(query.list('ids'))];
  const posts = list.flatMap((postId) => store.livePost(postId) ?? []);
  const missing = list.filter((postId) => !store.livePost(postId));
  const { data, includes, errors = [] } = renderPosts(store, posts, wanted(query), viewer(call));
  const allErrors = [...errors, ...missing.map((postId) => notFoundEntry('tweet', 'ids', postId))];
  return json({
    ...(data.length > 0 ? { data } : {}),
    ...(includes ? { includes } : {}),
    ...(allErrors.length > 0 ? { errors: allErrors } : {}),
  });
}

/** Deleting what the account has deleted before succeeds again. */
export function deletePost(store: Store, call: Call): PlatformResponse {
  const post = store.posts.get(pathId(call));
  if (!post) return json({ errors: [notFoundEntry('tweet', 'id', call.param('id'))] });
  if (post.author_id !== call.account?.platform_id) throw forbidden('You are not authorized to delete this Tweet.');
  if (post.deleted_at === null)
    call.effect(() => {
      store.posts.put(post.id, { ...post, deleted_at: store.world.clock.now() });
      call.record({ kind: 'delete', platform_id: post.id, text: post.text });
    });
  return json({ data: { deleted: true } });
}

/** A reply of the account to somebody counts as a comment, everything else as a post. */
export function deleteOperation(store: Store, call: Call): Operation {
  const post = store.posts.get(call.param('id'));
  return post && isAnswer(post) ? 'delete_comment' : 'delete_post';
}

/** Whether a post answers somebody else; the parts of an own thread do not. */
export function isAnswer(post: Post): boolean {
  return post.reply_to !== '' && post.reply_to_user !== post.author_id;
}

/** PUT /2/tweets/:id/hidden: only visitors' replies, only under the account's own posts. */
export function hideReply(store: Store, call: Call): PlatformResponse {
  checkBody(call, object({ hidden: boolean }, 'hidden'));
  const post = store.livePost(pathId(call));
  const me = call.account?.platform_id;
  if (!post) return json({ errors: [notFoundEntry('tweet', 'id', call.param('id'))] });
  const root = store.posts.get(post.conversation_id);
  if (post.reply_to === '' || post.author_id === me || root?.author_id !== me) throw notPermitted();
  const hidden = call.body.hidden === true;
  call.effect(() => {
    store.posts.put(post.id, { ...post, is_hidden: hidden });
    call.record({ kind: hidden ? 'hide' : 'unhide', platform_id: post.id });
  });
  return json({ data: { hidden } });
}

/** POST /2/users/:id/likes */
export function like(store: Store, call: Call): PlatformResponse {
  checkBody(call, object({ tweet_id: id }, 'tweet_id'));
  const me = ownId(call);
  const post = livePost(store, String(call.body.tweet_id));
  const key = `${me}:${post.id}`;
  if (!store.likes.get(key))
    call.effect(() => {
      store.likes.put(key, { person_id: me, post_id: post.id });
      call.record({ kind: 'like', platform_id: post.id });
    });
  return json({ data: { liked: true } });
}

/** DELETE /2/users/:id/likes/:tweet_id */
export function unlike(store: Store, call: Call): PlatformResponse {
  const me = ownId(call);
  const postId = pathId(call, 'tweet_id');
  const key = `${me}:${postId}`;
  if (store.likes.get(key))
    call.effect(() => {
      store.likes.delete(key);
      call.record({ kind: 'unlike', platform_id: postId });
    });
  return json({ data: { liked: false } });
}

export function repostBy(store: Store, personId: string, originalId: string): Post | undefined {
  return store.posts
    .where('repost_of', originalId)
    .find(({ author_id, deleted_at }) => author_id === personId && deleted_at === null);
}

function livePost(store: Store, postId: string): Post {
  const post = store.livePost(postId);
  if (!post)
    throw invalidRequest({ name: 'tweet_id', value: postId, message: `The Tweet [${postId}] does not exist.` });
  return post;
}

/** The id in the path must be the account's own. */
function ownId(call: Call): string {
  const value = pathId(call);
  const me = call.account?.platform_id ?? '';
  if (value === me) return me;
  const message = `The \`id\` query parameter value [${value}] must be the same as the authenticating user [${me}]`;
  throw invalidRequest({ name: 'id', value, message });
}

function viewer(call: Call): string | null {
  return call.account?.platform_id ?? null;
}
