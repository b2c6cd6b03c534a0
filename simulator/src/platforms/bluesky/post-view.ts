import { authorOf, refsOf } from './add-record.ts';
import type { BlobRef } from './lexicon.ts';
import { collections, type Profile, type RecordRow, type Store, uriOf } from './store.ts';

/** `app.bsky.actor.defs#profileViewBasic` as `viewer` sees it. */
export function authorView(store: Store, did: string, viewer: string): object {
  const profile = store.profile(did);
  const { handle = 'handle.invalid', name = '', picture_url, created_at = 0 } = (profile ?? {}) as Partial<Profile>;
  const following = edge(store, viewer, collections.follow, did);
  const followedBy = edge(store, did, collections.follow, viewer);
  const blocking = edge(store, viewer, collections.block, did);
  return {
    did,
    handle,
    displayName: name,
    ...(picture_url === undefined ? {} : { avatar: picture_url }),
    associated: { activitySubscription: { allowSubscriptions: 'followers' } },
    viewer: {
      muted: false,
      blockedBy: edge(store, did, collections.block, viewer) !== undefined,
      ...(blocking ? { blocking } : {}),
      ...(following ? { following } : {}),
      ...(followedBy ? { followedBy } : {}),
    },
    labels: [],
    createdAt: store.world.clock.iso(created_at),
  };
}

/** The record by which somebody likes, reposts, follows or blocks. */
export function edge(store: Store, from: string, collection: string, to: string): string | undefined {
  if (from === '') return undefined;
  return store.records.where('subject', to).find((row) => row.shelf === `${from}/${collection}`)?.uri;
}

export function about(store: Store, uri: string, collection: string): RecordRow[] {
  return store.records.where('subject', uri).filter((row) => row.collection === collection);
}

/** The gate of a thread, by the URI of its first post. */
export function threadgateOf(store: Store, rootUri: string): RecordRow | undefined {
  const rkey = rootUri.split('/').at(-1) ?? '';
  return store.records.get(uriOf(authorOf(rootUri) ?? '', collections.threadgate, rkey));
}

/** `app.bsky.feed.defs#postView` */
export function postView(store: Store, row: RecordRow, viewer: string): object {
  const { uri, repo, shown, shown_cid, indexed_at } = row;
  const embed = embedView(store, row, viewer);
  const like = edge(store, viewer, collections.like, uri);
  const repost = edge(store, viewer, collections.repost, uri);
  const threadgate = threadgateOf(store, uri);
  return {
    uri,
    cid: shown_cid,
    author: authorView(store, repo, viewer),
    record: shown,
    ...(embed === undefined ? {} : { embed }),
    bookmarkCount: 0,
    replyCount: store.records.where('parent', uri).length,
    repostCount: about(store, uri, collections.repost).length,
    likeCount: about(store, uri, collections.like).length,
    quoteCount: store.records.where('quoted', uri).length,
    indexedAt: store.world.clock.iso(indexed_at),
    viewer: {
      bookmarked: false,
      threadMuted: false,
      embeddingDisabled: isQuoteOff(store, uri),
      ...(like ? { like } : {}),
      ...(repost ? { repost } : {}),
    },
    labels: [],
    ...(threadgate ? { threadgate: threadgateView(threadgate) } : {}),
  };
}

export function threadgateView({ uri, cid, value }: RecordRow): object {
  return { uri, cid, record: value, lists: [] };
}

function isQuoteOff(store: Store, uri: string): boolean {
  const rkey = uri.split('/').at(-1) ?? '';
  const gate = store.records.get(uriOf(authorOf(uri) ?? '', collections.postgate, rkey));
  const rules = (gate?.value.embeddingRules ?? []) as { $type?: string }[];
  return rules.some(({ $type }) => $type === `${collections.postgate}#disableRule`);
}

type Embed = Readonly<Record<string, unknown>> & { readonly $type: string };

function embedView(store: Store, row: RecordRow, viewer: string): object | undefined {
  const embed = row.shown.embed as Embed | undefined;
  return embed && viewOf(store, row, embed, viewer);
}

function viewOf(store: Store, row: RecordRow, embed: Embed, viewer: string): object | undefined {
  const $type = `${embed.$type}#view`;
  const addressOf = (blob: BlobRef) => store.blobs.get(`${row.repo} ${blob.ref.$link}`)?.url ?? '';
  switch (embed.$type) {
    case 'app.bsky.embed.images': {
      const images = embed.images as { alt: string; image: BlobRef; aspectRatio?: object }[];
      return {
        $type,
        images: images.map(({ alt, image, aspectRatio }) => ({
          thumb: addressOf(image),
          fullsize: addressOf(image),
          alt,
          ...(aspectRatio ? { aspectRatio } : {}),
        })),
      };
    }
    case 'app.bsky.embed.external': {
      const { uri, title, description, thumb } = embed.external as Record<string, string> & { thumb?: BlobRef };
      return { $type, external: { uri, title, description, ...(thumb ? { thumb: addressOf(thumb) } : {}) } };
    }
    case 'app.bsky.embed.video': {
      const { video, alt, aspectRatio } = embed as unknown as { video: BlobRef; alt?: string; aspectRatio?: object };
      const base = `https://video.bsky.app/watch/${encodeURIComponent(row.repo)}/${video.ref.$link}`;
      return {
        $type,
        cid: video.ref.$link,
        playlist: `${base}/playlist.m3u8`,
        thumbnail: `${base}/thumbnail.jpg`,
        ...(alt ? { alt } : {}),
        ...(aspectRatio ? { aspectRatio } : {}),
      };
    }
    case 'app.bsky.embed.record':
      return { $type, record: quotedView(store, row, viewer) };
    case 'app.bsky.embed.recordWithMedia': {
      const media = viewOf(store, row, embed.media as Embed, viewer);
      return { $type, record: { record: quotedView(store, row, viewer) }, media };
    }
    default:
      return undefined;
  }
}

function quotedView(store: Store, row: RecordRow, viewer: string): object {
  const uri = refsOf(row.shown).quoted?.uri ?? '';
  const quoted = store.records.get(uri);
  if (!quoted) return { $type: 'app.bsky.embed.record#viewNotFound', uri, notFound: true };
  if (isQuoteOff(store, uri) && quoted.repo !== row.repo)
    return { $type: 'app.bsky.embed.record#viewDetached', uri, detached: true };
  return {
    $type: 'app.bsky.embed.record#viewRecord',
    uri,
    cid: quoted.shown_cid,
    author: authorView(store, quoted.repo, viewer),
    value: quoted.shown,
    labels: [],
    indexedAt: store.world.clock.iso(quoted.indexed_at),
  };
}
