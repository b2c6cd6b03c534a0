import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { entityNamed, rootOf } from './entities.ts';
import { notFound } from './errors.ts';
import { requireRight } from './grants.ts';
import { oneOf } from './posts/post-fields.ts';
import { compoundKeyAt, requiredIn } from './restli.ts';
import type { LinkedIn, ReactionRow } from './store.ts';

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/reactions-api */
const reactionTypes = ['LIKE', 'PRAISE', 'EMPATHY', 'INTEREST', 'APPRECIATION', 'ENTERTAINMENT'];

/** `POST /rest/reactions?actor=…`: one per actor, another replaces it. */
export function createReaction(linkedin: LinkedIn, call: Call): PlatformResponse {
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

/** `DELETE /rest/reactions/(actor:urn…,entity:urn…)`. */
export function deleteReaction(linkedin: LinkedIn, call: Call): PlatformResponse {
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
