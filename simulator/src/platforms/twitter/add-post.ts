import { createHash } from 'node:crypto';
import type { LedgerMedia } from '../../core/world/world.ts';
import { personByName } from './people.ts';
import { findNames } from './reading/entities.ts';
import { mediaKind } from './reading/render.ts';
import type { Poll, Post, Store, Upload } from './store.ts';

/** A post that was checked and may be written. */
export interface Draft {
  readonly author_id: string;
  readonly text: string;
  readonly parent?: Post | undefined;
  readonly quoted?: Post | undefined;
  readonly reposted?: Post | undefined;
  readonly media?: readonly string[];
  readonly poll?: Poll | null;
  readonly reply_settings?: string;
}

/** Writes a post with everything that hangs on it. Runs inside an effect. */
export function addPost(store: Store, draft: Draft, visibleAt = store.world.clock.now()): Post {
  const id = store.nextId();
  const post: Post = {
    id,
    author_id: draft.author_id,
    text: draft.text,
    created_at: store.world.clock.now(),
    visible_at: visibleAt,
    conversation_id: draft.parent?.conversation_id ?? id,
    reply_to: draft.parent?.id ?? '',
    reply_to_user: draft.parent?.author_id ?? '',
    quoted: draft.quoted?.id ?? '',
    repost_of: draft.reposted?.id ?? '',
    media: draft.media ?? [],
    poll: draft.poll ?? null,
    reply_settings: draft.reply_settings ?? 'everyone',
    is_hidden: false,
    deleted_at: null,
    content_key: contentKey(draft),
  };
  store.posts.put(id, post);
  for (const personId of mentioned(store, post))
    store.mentions.put(`${personId}:${id}`, { person_id: personId, target_id: id });
  return post;
}

/** Everyone who is named in the text, except the author. */
function mentioned(store: Store, post: Post): string[] {
  if (post.repost_of !== '') return [];
  const ids = findNames(post.text).flatMap((name) => personByName(store, name)?.id ?? []);
  return [...new Set(ids)].filter((personId) => personId !== post.author_id);
}

/** Identifies a repeated post: author, text and recipient. The number of spaces does not matter. */
export function contentKey({ author_id, text, parent, quoted, reposted }: Draft): string {
  const words = text.normalize('NFC').trim().replace(/\s+/g, ' ');
  const place = [author_id, parent?.id ?? '', quoted?.id ?? '', reposted?.id ?? ''].join('/');
  return createHash('sha256').update(`${place}\n${words}`).digest('base64url');
}

export function ledgerMedia(uploads: readonly Upload[]): LedgerMedia[] {
  return uploads.map((upload) => ({
    type: mediaKind(upload),
    url: upload.url,
    ...(upload.alt_text === '' ? {} : { alt: upload.alt_text }),
  }));
}
