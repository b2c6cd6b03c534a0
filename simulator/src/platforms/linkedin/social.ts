import { json } from '../../core/calls/answer.ts';
import type { Answer, Call } from '../../core/platform.ts';
import { entityNamed, likesSummary, reactionCounts, requireReader, rootOf, visibleComments } from './entities.ts';
import { illegal, notFound } from './errors.ts';
import { requireRight } from './grants.ts';
import { fields, onlyFields } from './posts/post-content.ts';
import { oneOf } from './posts/post-fields.ts';
import { compoundKeyAt, keyAt, paged, requiredIn, requireMethod } from './restli.ts';
import type { LinkedIn, ReactionRow } from './store.ts';

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/reactions-api */
const reactionTypes = ['LIKE', 'PRAISE', 'EMPATHY', 'INTEREST', 'APPRECIATION', 'ENTERTAINMENT'];

/** `GET /rest/socialActions/{urn}`. */
export function readSocialActions(linkedin: LinkedIn, call: Call): Answer {
  const entity = entityNamed(linkedin, keyAt(call, 2));
  requireReader(linkedin, call, entity);
  const first = visibleComments(linkedin, entity);
  const answers = entity.comment
    ? []
    : first.flatMap((comment) => visibleComments(linkedin, { ...entity, urn: comment.urn, comment }));
  return json({
    target: entity.comment?.urn ?? entity.post.id,
    likesSummary: likesSummary(linkedin, call, rootOf(entity)),
    commentsSummary: {
      totalFirstLevelComments: first.length,
      aggregatedTotalComments: first.length + answers.length,
      selectedComments: [],
      commentsState: entity.post.comments_state,
    },
  });
}

/** `GET /rest/socialMetadata/{urn}`. */
export function readSocialMetadata(linkedin: LinkedIn, call: Call): Answer {
  const entity = entityNamed(linkedin, keyAt(call, 2));
  requireReader(linkedin, call, entity);
  const first = visibleComments(linkedin, entity);
  const answers = entity.comment
    ? []
    : first.flatMap((comment) => visibleComments(linkedin, { ...entity, urn: comment.urn, comment }));
  const counts = [...reactionCounts(linkedin, rootOf(entity))];
  return json({
    reactionSummaries: Object.fromEntries(counts.map(([type, count]) => [type, { reactionType: type, count }])),
    commentsState: entity.post.comments_state,
    commentSummary: { count: first.length + answers.length, topLevelCount: first.length },
    entity: entity.urn,
  });
}

/** Opens and closes the comments of a post. Those that are there stay. */
export function updateSocialMetadata(linkedin: LinkedIn, call: Call): Answer {
  requireMethod(call, 'PARTIAL_UPDATE');
  const actor = requiredIn(call, 'actor');
  requireRight(linkedin, call, 'write comments', actor);
  const { post, comment } = entityNamed(linkedin, keyAt(call, 2));
  if (comment || post.author !== actor) throw illegal('Only comments on a post of the actor can be closed');
  const set = fields(fields(call.body.patch, '/patch').$set, '/patch/$set');
  onlyFields(set, '/patch/$set', ['commentsState']);
  const state = oneOf(set.commentsState, '/patch/$set/commentsState', ['OPEN', 'CLOSED']) as 'OPEN' | 'CLOSED';
  call.effect(() => {
    linkedin.store.posts.put(post.id, { ...post, comments_state: state });
    call.record({ kind: state === 'OPEN' ? 'open_comments' : 'close_comments', platform_id: post.id });
  });
  return { status: 204 };
}

/** `POST /rest/reactions?actor=…`: one per actor, another replaces it. */
export function createReaction(linkedin: LinkedIn, call: Call): Answer {
  const actor = requiredIn(call, 'actor');
  requireRight(linkedin, call, 'write comments', actor);
  const type = oneOf(call.body.reactionType, '/reactionType', reactionTypes);
  const root = rootOf(entityNamed(linkedin, String(call.body.root)));
  const row: ReactionRow = { actor, root, type, created_at: linkedin.world.clock.now() };
  call.effect(() => {
    linkedin.store.reactions.put(reactionKey(actor, root), row);
    call.record({ kind: 'like', platform_id: root, text: type });
  });
  return json(reactionView(row), 201, { 'x-restli-id': reactionId(row) });
}

/** `GET /rest/reactions/(entity:urn…)?q=entity`. */
export function listReactions(linkedin: LinkedIn, call: Call): Answer {
  const { entity: urn = '' } = compoundKeyAt(call, 2);
  if (requiredIn(call, 'q') !== 'entity') throw illegal('Only the finder entity is known here');
  const entity = entityNamed(linkedin, urn);
  requireReader(linkedin, call, entity);
  const rows = linkedin.store.reactions.where('root', rootOf(entity)).reverse();
  return json(paged(call, rows, reactionView));
}

/** `DELETE /rest/reactions/(actor:urn…,entity:urn…)`. */
export function deleteReaction(linkedin: LinkedIn, call: Call): Answer {
  const { actor = '', entity: urn = '' } = compoundKeyAt(call, 2);
  requireRight(linkedin, call, 'write comments', actor);
  const root = rootOf(entityNamed(linkedin, urn));
  const key = reactionKey(actor, root);
  if (!linkedin.store.reactions.get(key)) throw notFound(`reaction of ${actor}`);
  call.effect(() => {
    linkedin.store.reactions.delete(key);
    call.record({ kind: 'unlike', platform_id: root });
  });
  return { status: 204 };
}

export function reactionKey(actor: string, root: string): string {
  return `${actor}|${root}`;
}

function reactionId({ actor, root }: ReactionRow): string {
  return `urn:li:reaction:(${actor},${root})`;
}

function reactionView(row: ReactionRow): object {
  const stamp = { actor: row.actor, time: row.created_at };
  return { id: reactionId(row), root: row.root, reactionType: row.type, created: stamp, lastModified: stamp };
}
