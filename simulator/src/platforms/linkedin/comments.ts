import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import {
  commentUrn,
  type Entity,
  entityNamed,
  likesSummary,
  requireReader,
  rootOf,
  visibleComments,
} from './entities.ts';
import { accessDenied, illegal, missingField, notFound, tooLong } from './errors.ts';
import { requireRight } from './grants.ts';
import { notify } from './notifications.ts';
import { fields } from './posts/post-content.ts';
import { keyAt, paged, requiredIn } from './restli.ts';
import type { CommentRow, LinkedIn } from './store.ts';

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/comments-api */
const textLengthMax = 1_250;

export function listComments(linkedin: LinkedIn, call: Call): PlatformResponse {
  const entity = entityNamed(linkedin, keyAt(call, 2));
  requireReader(linkedin, call, entity);
  const rows = visibleComments(linkedin, entity);
  return json(paged(call, rows, (row) => commentView(linkedin, call, row)));
}

export function readComment(linkedin: LinkedIn, call: Call): PlatformResponse {
  const row = commentAt(linkedin, call);
  requireReader(linkedin, call, entityNamed(linkedin, row.urn));
  return json(commentView(linkedin, call, row));
}

/** On a post; with `parentComment`, or at the address of a comment, as a reply to it. */
export function createComment(linkedin: LinkedIn, call: Call): PlatformResponse {
  const { store } = linkedin;
  const at = entityNamed(linkedin, keyAt(call, 2));
  const { actor, object, parentComment } = call.body;
  if (typeof actor !== 'string') throw missingField('/actor');
  requireRight(linkedin, call, 'write comments', actor);
  if (typeof object !== 'string') throw missingField('/object');
  if (entityNamed(linkedin, object).post.id !== at.post.id) throw illegal('/object :: is not the thread of the path');
  const parent = parentComment === undefined ? at : entityNamed(linkedin, String(parentComment));
  if (parent.post.id !== at.post.id) throw illegal('/parentComment :: is not of this thread');
  const text = readText(call.body.message);
  const image = readImage(linkedin, actor, call.body.content);
  if (text === '' && image === null) throw missingField('/message/text');

  const row = call.effect(() => {
    const made = newComment(linkedin, parent, { actor, text, image: image?.urn ?? null, visible_at: call.visibleAt() });
    store.comments.put(made.urn, made);
    const media = image ? [{ type: 'image', url: image.url }] : [];
    call.record({ kind: 'reply', platform_id: made.urn, text, media, in_reply_to: parent.comment?.urn ?? at.post.id });
    notify(linkedin, { action: 'ADMIN_COMMENT', post: at.post, comment: made });
    return made;
  });
  return json(commentView(linkedin, call, row), 201, { 'x-restli-id': row.id, 'x-linkedin-id': row.id });
}

function readText(message: unknown): string {
  const { text } = fields(message, '/message');
  if (typeof text !== 'string') throw missingField('/message/text');
  if ([...text].length > textLengthMax) throw tooLong('/message/text', textLengthMax);
  return text;
}

function readImage({ store }: LinkedIn, actor: string, content: unknown) {
  if (content === undefined || (Array.isArray(content) && content.length === 0)) return null;
  const [first, ...others] = Array.isArray(content) ? content : [];
  if (others.length > 0) throw illegal('/content :: one image at most');
  const urn = fields(fields(first, '/content/0').entity, '/content/0/entity').image;
  const row = store.media.get(String(urn));
  if (row?.kind !== 'image' || row.owner !== actor || row.status !== 'AVAILABLE')
    throw illegal(`/content/0/entity/image :: ${String(urn)} is not a ready image of the actor`);
  return row;
}

/** There are two levels: a reply to a reply belongs to the comment on top. */
export function newComment(
  { world }: LinkedIn,
  { post, comment }: Entity,
  options: Pick<CommentRow, 'actor' | 'text' | 'image' | 'visible_at'>,
): CommentRow {
  const id = world.ids.snowflake();
  const now = world.clock.now();
  return {
    id,
    urn: commentUrn(post.activity, id),
    account: post.account,
    post: post.id,
    activity: post.activity,
    parent: comment ? comment.parent || comment.urn : '',
    created_at: now,
    modified_at: now,
    ...options,
  };
}

/** One's own, and on posts of the actor anybody's; answers go with it. */
export function deleteComment(linkedin: LinkedIn, call: Call): PlatformResponse {
  const actor = requiredIn(call, 'actor');
  requireRight(linkedin, call, 'write comments', actor);
  const row = commentAt(linkedin, call);
  const { post } = entityNamed(linkedin, row.urn);
  if (row.actor !== actor && post.author !== actor) throw accessDenied('comments.DELETE');
  call.effect(() => {
    removeComment(linkedin, row);
    call.record({ kind: 'delete', platform_id: row.urn, text: row.text });
    notify(linkedin, { action: 'COMMENT_DELETE', post, comment: row });
  });
  return { status: 204 };
}

/** Answers go with it. Inside an effect. */
export function removeComment({ store }: LinkedIn, { urn }: CommentRow): void {
  for (const reply of store.comments.where('parent', urn)) store.comments.delete(reply.urn);
  store.comments.delete(urn);
}

function commentAt(linkedin: LinkedIn, call: Call): CommentRow {
  const { post } = entityNamed(linkedin, keyAt(call, 2));
  const urn = commentUrn(post.activity, keyAt(call, 4));
  const row = linkedin.store.comments.get(urn);
  if (!row) throw notFound(urn);
  return row;
}

function commentView(linkedin: LinkedIn, call: Call, row: CommentRow): object {
  const { actor } = row;
  const entity = entityNamed(linkedin, row.urn);
  const replies = visibleComments(linkedin, entity).length;
  return {
    id: row.id,
    commentUrn: row.urn,
    actor,
    object: row.activity,
    message: { text: row.text, attributes: [] },
    ...(row.image !== null && { content: [{ type: 'IMAGE', entity: { image: row.image } }] }),
    ...(row.parent !== '' && { parentComment: row.parent }),
    created: { actor, time: row.created_at },
    lastModified: { actor, time: row.modified_at },
    likesSummary: likesSummary(linkedin, call, rootOf(entity)),
    commentsSummary: {
      totalFirstLevelComments: replies,
      aggregatedTotalComments: replies,
      selectedComments: [],
    },
  };
}
