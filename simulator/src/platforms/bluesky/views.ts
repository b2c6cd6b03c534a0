import type { CommentView, MessageView, PostView } from '../../core/page/views.ts';
import type { Account } from '../../core/world/world.ts';
import { authorOf } from './add-record.ts';
import { threadgateOf } from './post-view.ts';
import { postsOf, type RecordRow, type Store } from './store.ts';
import { hiddenIn, ledgerMedia, textOf } from './write-records.ts';

const postsMax = 50;

/** The view of the simulator's page. */
export function posts(store: Store, { platform_id, username }: Account): PostView[] {
  return postsOf(store, platform_id)
    .filter(({ parent }) => parent === '')
    .slice(0, postsMax)
    .map((row) => ({
      platform_id: row.uri,
      text: textOf(row),
      at: store.world.clock.iso(row.indexed_at),
      media: ledgerMedia(store, row),
      url: `https://bsky.app/profile/${username}/post/${row.rkey}`,
      comments: comments(store, platform_id, row),
    }));
}

/** Everything below the post, the next parts of its own thread too. */
function comments(store: Store, me: string, post: RecordRow): CommentView[] {
  const gate = threadgateOf(store, post.uri);
  const hidden = gate ? hiddenIn(gate) : [];
  return store.records.where('root', post.uri).map((row) => ({
    platform_id: row.uri,
    parent_id: row.parent === post.uri ? null : row.parent,
    author: handleOf(store, row.repo),
    own: row.repo === me,
    text: textOf(row),
    at: store.world.clock.iso(row.indexed_at),
    hidden: hidden.includes(row.uri),
  }));
}

export function messages(store: Store, { platform_id: me }: Account): MessageView[] {
  return store.messages
    .all()
    .flatMap((row) => {
      const members = store.convos.get(row.convo)?.members ?? [];
      if (!members.includes(me)) return [];
      const others = members.filter((did) => did !== me).map((did) => handleOf(store, did));
      const { id, sender, text, sent_at } = row;
      return [
        { platform_id: id, with: others.join(', '), own: sender === me, text, at: store.world.clock.iso(sent_at) },
      ];
    })
    .sort((a, b) => (a.platform_id < b.platform_id ? -1 : 1));
}

function handleOf(store: Store, did: string): string {
  return store.profile(did)?.handle ?? authorOf(did) ?? did;
}
