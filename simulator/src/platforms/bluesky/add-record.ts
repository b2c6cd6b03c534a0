import { cidOf } from './ids.ts';
import { collections, type Head, type RecordRow, type Store, uriOf } from './store.ts';

export interface RecordDraft {
  readonly repo: string;
  readonly collection: string;
  readonly rkey: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Ref {
  readonly uri: string;
  readonly cid: string;
}

/** Stores a new or changed record and tells the business accounts that it concerns; to be called inside an effect. */
export function addRecord(store: Store, { repo, collection, rkey, value }: RecordDraft, visibleAt: number): RecordRow {
  const uri = uriOf(repo, collection, rkey);
  const before = store.records.get(uri);
  const cid = cidOf(value);
  // A post stays in the AppView as it was made: https://github.com/bluesky-social/atproto/discussions/1577
  const shown = before && collection === collections.post ? before.shown : value;
  const row: RecordRow = {
    uri,
    repo,
    collection,
    shelf: `${repo}/${collection}`,
    rkey,
    cid,
    value,
    ...linksOf(collection, shown),
    indexed_at: before?.indexed_at ?? store.world.clock.now(),
    visible_at: before?.visible_at ?? visibleAt,
    shown,
    shown_cid: before && collection === collections.post ? before.shown_cid : cid,
  };
  store.records.put(uri, row);
  if (!before) tell(store, row);
  return row;
}

/** Likes and reposts are about one post, once per person: an earlier one makes way. */
export function earlierTwin(store: Store, { repo, collection, value }: RecordDraft): RecordRow | undefined {
  const isSingle = ([collections.like, collections.repost, collections.follow] as string[]).includes(collection);
  const { subject } = linksOf(collection, value);
  if (!isSingle || subject === '') return undefined;
  return store.records.where('subject', subject).find((row) => row.shelf === `${repo}/${collection}`);
}

/** Takes a record and the news about it away; to be called inside an effect. */
export function removeRecord(store: Store, { uri }: RecordRow): void {
  store.records.delete(uri);
  for (const { id } of store.notifications.where('uri', uri)) store.notifications.delete(id);
}

/** The next commit of a repository. */
export function commit(store: Store, repo: string): Head {
  const rev = store.newTid();
  const head = { cid: cidOf({ repo, rev }), rev };
  store.heads.put(repo, head);
  return head;
}

export function refsOf(value: Readonly<Record<string, unknown>>): { root?: Ref; parent?: Ref; quoted?: Ref } {
  const { reply, embed } = value as { reply?: { root: Ref; parent: Ref }; embed?: { record?: Ref & { record?: Ref } } };
  const quoted = embed?.record?.record ?? embed?.record;
  return { ...(reply ? { root: reply.root, parent: reply.parent } : {}), ...(quoted ? { quoted } : {}) };
}

function linksOf(collection: string, value: Readonly<Record<string, unknown>>) {
  const { root, parent, quoted } = collection === collections.post ? refsOf(value) : {};
  const { subject, post } = value as { subject?: string | Ref; post?: string };
  return {
    parent: parent?.uri ?? '',
    root: root?.uri ?? '',
    quoted: quoted?.uri ?? '',
    subject: typeof subject === 'object' ? subject.uri : (subject ?? post ?? ''),
  };
}

/** One post is one item to each account: a mention goes before a quote, a quote before a reply. */
function tell(store: Store, row: RecordRow): void {
  const told = new Set<string>([row.repo]);
  const notify = (account: string | undefined, reason: string, subject: string | null) => {
    if (account === undefined || told.has(account) || !store.world.accounts.get(account)) return;
    told.add(account);
    const { uri, indexed_at, visible_at } = row;
    const id = store.newTid();
    store.notifications.put(id, { id, account, reason, uri, subject, indexed_at, visible_at });
  };
  switch (row.collection) {
    case collections.post:
      for (const did of mentionsIn(row.value)) notify(did, 'mention', null);
      notify(authorOf(row.quoted), 'quote', row.quoted);
      for (const uri of [row.parent, row.root]) notify(authorOf(uri), 'reply', uri);
      return;
    case collections.like:
    case collections.repost:
      notify(authorOf(row.subject), row.collection === collections.like ? 'like' : 'repost', row.subject);
      return;
    case collections.follow:
      notify(row.subject, 'follow', null);
  }
}

export function authorOf(uri: string): string | undefined {
  return /^at:\/\/(did:[^/]+)/.exec(uri)?.[1];
}

function mentionsIn(value: Readonly<Record<string, unknown>>): string[] {
  // A record that was written unchecked may hold anything.
  const list = (of: unknown) => (Array.isArray(of) ? (of as ({ features?: unknown; did?: unknown } | null)[]) : []);
  return list(value.facets)
    .flatMap((facet) => list(facet?.features))
    .flatMap((feature) => (typeof feature?.did === 'string' ? feature.did : []));
}
