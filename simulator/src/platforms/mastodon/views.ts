import type { CommentView, MessageView, PostView } from '../../core/page/views.ts';
import type { Account } from '../../core/world/world.ts';
import { descendantsOf } from './status-routes.ts';
import { byId, type StatusRow, type Store } from './store.ts';
import { acctOf } from './text.ts';

const postsMax = 50;

/** The view of the page. A reply of the account to itself is part of its thread and is shown below it. */
export function posts(store: Store, account: Account): PostView[] {
  return store.statuses
    .where('author', account.platform_id)
    .filter(({ in_reply_to_id, visibility }) => in_reply_to_id === null && visibility !== 'direct')
    .sort((a, b) => byId(b, a))
    .slice(0, postsMax)
    .map((status) => ({
      platform_id: status.id,
      text: status.text,
      at: store.world.clock.iso(status.created_at),
      media: status.media
        .flatMap((id) => store.media.get(id) ?? [])
        .map(({ type, url, description }) => ({ type, url, alt: description ?? undefined })),
      comments: comments(store, account, status),
    }));
}

function comments(store: Store, account: Account, status: StatusRow): CommentView[] {
  const thread = store.statuses.where('thread', status.thread).filter(({ visibility }) => visibility !== 'direct');
  return descendantsOf(status.id, thread.sort(byId)).map((row) => ({
    platform_id: row.id,
    parent_id: row.in_reply_to_id === status.id ? null : row.in_reply_to_id,
    author: nameOf(store, row.author),
    own: row.author === account.platform_id,
    text: row.text,
    at: store.world.clock.iso(row.created_at),
  }));
}

/** Every direct status from or to the account, also of several threads with the same person. */
export function messages(store: Store, account: Account): MessageView[] {
  const me = account.platform_id;
  const partners = new Set(store.conversations.where('account', me).flatMap(({ participants }) => participants));
  const received = [...partners]
    .flatMap((id) => store.statuses.where('author', id))
    .filter((row) => row.mentions.includes(me));
  return [...store.statuses.where('author', me), ...received]
    .filter(({ visibility }) => visibility === 'direct')
    .sort(byId)
    .map((row) => ({
      platform_id: row.id,
      with: (row.author === me ? row.mentions : [row.author]).map((id) => nameOf(store, id)).join(', '),
      own: row.author === me,
      text: row.text,
      at: store.world.clock.iso(row.created_at),
    }));
}

function nameOf(store: Store, id: string): string {
  const profile = store.profile(id);
  return profile ? acctOf(profile) : 'somebody';
}
