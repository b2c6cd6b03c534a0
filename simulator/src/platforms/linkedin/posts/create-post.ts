import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { missingField, notFound, RestError, wrongUrn } from '../errors.ts';
import { requireRight } from '../grants.ts';
import type { LinkedIn, PostRow } from '../store.ts';
import { readContent } from './post-content.ts';
import { readPostFields } from './post-fields.ts';

/** Not documented: how long the same text of the same author counts as a duplicate. */
const duplicateMs = 3_600_000;

/** `POST /rest/posts`: 201 without a body, the URN is in the header. */
export function createPost(linkedin: LinkedIn, call: Call): PlatformResponse {
  const { store, kind } = linkedin;
  const { author } = call.body;
  if (typeof author !== 'string') throw missingField('/author');
  if (!/^urn:li:(person|organization):[\w-]+$/.test(author)) throw wrongUrn('/author', author);
  requireRight(linkedin, call, 'write', author);
  const fields = readPostFields(kind, call.body);
  const { content, media, urnType } = readContent(linkedin, author, call.body.content);
  if (fields.reshare_parent !== null && !store.posts.get(fields.reshare_parent)) throw notFound(fields.reshare_parent);
  const duplicate = findDuplicate(linkedin, author, fields.text);
  if (duplicate)
    throw new RestError({
      status: 422,
      code: 'DUPLICATE_POST',
      message: `Content is a duplicate of ${duplicate.id}`,
    });

  const row = call.effect(() => {
    const made = newPost(linkedin, {
      urnType,
      account: call.account?.platform_id ?? '',
      author,
      ...fields,
      content,
      media,
      visible_at: call.visibleAt(),
    });
    store.posts.put(made.id, made);
    const isDraft = made.lifecycle_state === 'DRAFT';
    call.record({ kind: isDraft ? 'draft' : 'post', platform_id: made.id, text: made.text, media });
    return made;
  });
  return { status: 201, headers: { 'x-restli-id': row.id, 'x-linkedin-id': row.id } };
}

function findDuplicate({ world, store }: LinkedIn, author: string, text: string): PostRow | undefined {
  if (!world.settings.duplicate_rules || text === '') return undefined;
  const since = world.clock.now() - duplicateMs;
  return store.posts.where('author', author).findLast((row) => row.text === text && row.created_at > since);
}

type PostOptions = Pick<PostRow, 'account' | 'author' | 'commentary' | 'text' | 'visible_at'> &
  Partial<PostRow> & { readonly urnType?: 'share' | 'ugcPost' };

export function newPost({ world }: LinkedIn, { urnType = 'share', ...options }: PostOptions): PostRow {
  const now = world.clock.now();
  const isDraft = options.lifecycle_state === 'DRAFT';
  return {
    id: `urn:li:${urnType}:${world.ids.snowflake()}`,
    activity: `urn:li:activity:${world.ids.snowflake()}`,
    visibility: 'PUBLIC',
    lifecycle_state: 'PUBLISHED',
    feed_distribution: 'MAIN_FEED',
    content: null,
    media: [],
    reshare_parent: null,
    is_reshare_disabled: false,
    call_to_action: null,
    landing_page: null,
    is_edited: false,
    created_at: now,
    modified_at: now,
    published_at: isDraft ? null : now,
    ...options,
  };
}
