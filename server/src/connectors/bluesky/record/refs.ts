import { PlatformError } from '../../../core/platform-error.ts';
import type { Session } from '../../../core/session.ts';
import { callXrpc } from '../client.ts';
import { FoundRecord, POSTS, type PostView, PostViews, partsOf, type ReplyRefs } from '../wire.ts';

/**
 * The version of a post, and its place in a thread. For own posts the account's server is called, because it has them
 * at once; other posts come from the network's view.
 */
export async function refOf(session: Session, uri: string) {
  const { did, rkey } = addressOf(uri);
  if (did === session.account.platformId) {
    const parameters = { repo: did, collection: POSTS, rkey };
    const call = { method: 'GET', name: 'com.atproto.repo.getRecord', parameters } as const;
    const { cid, value } = await callXrpc(session, 'read', call, FoundRecord);
    return { ref: { uri, cid }, reply: value.reply };
  }
  const found = await viewOf(session, uri);
  return { ref: { uri, cid: found.cid }, reply: found.record.reply };
}

/** A post as the network shows it to the account. */
export async function viewOf(session: Session, uri: string): Promise<PostView> {
  addressOf(uri);
  const call = { method: 'GET', name: 'app.bsky.feed.getPosts', parameters: { uris: [uri] } } as const;
  const { posts } = await callXrpc(session, 'read', call, PostViews);
  const found = posts.find(({ value }) => value.uri === uri)?.value;
  if (found === undefined) throw missing();
  return found;
}

/** The references in a reply to a post: the post itself and the root of its thread. */
export async function replyTo(session: Session, uri: string): Promise<ReplyRefs> {
  const { ref, reply } = await refOf(session, uri);
  return { root: reply?.root ?? ref, parent: ref };
}

/** Ids come from callers too, so only valid addresses may get into a call. */
export function addressOf(uri: string) {
  const parts = partsOf(uri);
  if (parts === undefined) throw missing();
  return parts;
}

export function missing(): PlatformError {
  return new PlatformError('not_found', 'Bluesky has no post with this id.');
}
