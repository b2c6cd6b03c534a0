import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { illegal, notFound, wrongUrn } from '../errors.ts';
import { requireRight } from '../grants.ts';
import { keyAt, paged, requiredIn, requireMethod, restliMethod, textIn } from '../restli.ts';
import type { LinkedIn, PostRow } from '../store.ts';
import { fields, onlyFields } from './post-content.ts';
import { oneOf, readCallToAction, readCommentary, readLandingPage } from './post-fields.ts';

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api */

/** `GET /rest/posts`: the finder of an author. */
export function listPosts(linkedin: LinkedIn, call: Call): PlatformResponse {
  if (requiredIn(call, 'q') !== 'author') throw illegal('Only the finder author is known here');
  if (!['', 'FINDER'].includes(restliMethod(call))) throw illegal('The header X-RestLi-Method must be FINDER');
  const author = requiredIn(call, 'author');
  requireRight(linkedin, call, 'read', author);
  const sortBy = textIn(call, 'sortBy') ?? 'LAST_MODIFIED';
  if (!['LAST_MODIFIED', 'CREATED'].includes(sortBy)) throw illegal(`Unknown sortBy ${sortBy}`);
  const now = linkedin.world.clock.now();
  const isAuthor = textIn(call, 'viewContext') === 'AUTHOR';
  const timeOf = (row: PostRow) => (sortBy === 'CREATED' ? row.created_at : row.modified_at);
  const rows = linkedin.store.posts
    .where('author', author)
    .filter((row) => row.visible_at <= now && (row.lifecycle_state === 'PUBLISHED' || isAuthor))
    .reverse()
    .sort((a, b) => timeOf(b) - timeOf(a));
  return json(paged(call, rows, postView));
}

/** `GET /rest/posts/{urn}`; drafts only with `viewContext=AUTHOR`. */
export function readPost(linkedin: LinkedIn, call: Call): PlatformResponse {
  const urn = postKey(call);
  const row = linkedin.store.posts.get(urn);
  const view = readable(linkedin, call, row);
  const isDraft = row?.lifecycle_state === 'DRAFT' && textIn(call, 'viewContext') !== 'AUTHOR';
  if (!view || isDraft) throw notFound(urn);
  return json(view);
}

/** A post of the account, or one that mentions it: then the page's right counts. */
function readable(linkedin: LinkedIn, call: Call, row: PostRow | undefined): object | undefined {
  const own = `urn:li:${linkedin.kind === 'member' ? 'person' : 'organization'}:${row?.account ?? call.account?.platform_id}`;
  requireRight(linkedin, call, 'read', own);
  return row && postView(row);
}

/** `POST /rest/posts/{urn}` with PARTIAL_UPDATE: the text, the call to action, the life cycle. */
export function updatePost(linkedin: LinkedIn, call: Call): PlatformResponse {
  const { world, store } = linkedin;
  requireMethod(call, 'PARTIAL_UPDATE');
  const urn = postKey(call);
  const row = store.posts.get(urn);
  if (!row) throw notFound(urn);
  requireRight(linkedin, call, 'write', row.author);
  if (row.content && 'poll' in row.content) throw illegal('Polls cannot be updated');
  onlyFields(call.body, '', ['patch']);
  const patch = fields(call.body.patch, '/patch');
  const set = fields(patch.$set, '/patch/$set');
  onlyFields(set, '/patch/$set', ['commentary', 'contentCallToActionLabel', 'contentLandingPage', 'lifecycleState']);
  const state =
    'lifecycleState' in set ? oneOf(set.lifecycleState, '/lifecycleState', ['PUBLISHED', 'DRAFT']) : undefined;
  if (state === 'DRAFT' && row.lifecycle_state === 'PUBLISHED') throw illegal('A published post cannot become a draft');

  const now = world.clock.now();
  const isPublished = state === 'PUBLISHED' && row.lifecycle_state === 'DRAFT';
  const next: PostRow = {
    ...row,
    ...('commentary' in set && { ...readCommentary(set.commentary), is_edited: true }),
    ...('contentCallToActionLabel' in set && { call_to_action: readCallToAction(set.contentCallToActionLabel) }),
    ...('contentLandingPage' in set && { landing_page: readLandingPage(set.contentLandingPage) }),
    ...(isPublished && { lifecycle_state: state, published_at: now }),
    modified_at: now,
  };
  call.effect(() => {
    store.posts.put(urn, next);
    call.record({ kind: isPublished ? 'post' : 'edit', platform_id: urn, text: next.text, media: next.media });
  });
  return { status: 204 };
}

/** `DELETE /rest/posts/{urn}`: once or again, the response is the same. */
export function deletePost(linkedin: LinkedIn, call: Call): PlatformResponse {
  const { store } = linkedin;
  const urn = postKey(call);
  const row = store.posts.get(urn);
  if (!row) return { status: 204 };
  requireRight(linkedin, call, 'write', row.author);
  call.effect(() => {
    for (const comment of store.comments.where('post', urn)) store.comments.delete(comment.urn);
    store.posts.delete(urn);
    call.record({ kind: 'delete', platform_id: urn, text: row.text });
  });
  return { status: 204 };
}

function postKey(call: Call): string {
  const urn = keyAt(call, 2);
  if (!/^urn:li:(share|ugcPost):\d+$/.test(urn)) throw wrongUrn('id', urn);
  return urn;
}

function postView(row: PostRow): object {
  return {
    id: row.id,
    author: row.author,
    commentary: row.commentary,
    visibility: row.visibility,
    lifecycleState: row.lifecycle_state,
    createdAt: row.created_at,
    lastModifiedAt: row.modified_at,
    ...(row.published_at !== null && { publishedAt: row.published_at }),
    distribution: { feedDistribution: row.feed_distribution, thirdPartyDistributionChannels: [] },
    isReshareDisabledByAuthor: row.is_reshare_disabled,
    lifecycleStateInfo: { isEditedByAuthor: row.is_edited },
    ...(row.content && { content: row.content }),
    ...(row.reshare_parent !== null && { reshareContext: { parent: row.reshare_parent } }),
    ...(row.call_to_action !== null && { contentCallToActionLabel: row.call_to_action }),
    ...(row.landing_page !== null && { contentLandingPage: row.landing_page }),
  };
}
