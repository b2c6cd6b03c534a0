import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { LedgerMedia } from '../../core/world/world.ts';
import { addRecord, authorOf, commit, earlierTwin, type RecordDraft, removeRecord } from './add-record.ts';
import { checkDraft, isKnown, ownRepo } from './check-record.ts';
import { cidOf } from './ids.ts';
import { collections, type Head, type RecordRow, type Store, uriOf } from './store.ts';
import { invalidRequest, required, XrpcError } from './xrpc.ts';

/** Answers the record and the commit that holds it. A key that is taken is an error inside the real PDS, hence its 500. */
export function createRecord(store: Store, call: Call): PlatformResponse {
  const repo = ownRepo(store, call);
  const { collection, rkey, record: value, validate } = call.body;
  if (value === undefined) throw invalidRequest('Missing required key "record" at $');
  const draft = checkDraft(store, { repo, collection, rkey, value }, validate !== false);
  checkSwap(store, call, repo);
  if (store.records.get(uriOf(repo, draft.collection, draft.rkey))) throw keyTaken();
  return call.effect(() => {
    const row = create(store, call, draft, rkey === undefined ? undefined : draft.rkey);
    return json(written(row, commit(store, repo)));
  });
}

const keyTaken = () => new XrpcError(500, 'InternalServerError', 'Internal Server Error');

export function putRecord(store: Store, call: Call): PlatformResponse {
  const repo = ownRepo(store, call);
  const { collection, record: value, validate, swapRecord } = call.body;
  const rkey = required(call, 'rkey');
  if (value === undefined) throw invalidRequest('Missing required key "record" at $');
  const draft = checkDraft(store, { repo, collection, rkey, value }, validate !== false);
  checkSwap(store, call, repo);
  const before = store.records.get(uriOf(repo, draft.collection, rkey));
  if (swapRecord !== undefined && swapRecord !== (before?.cid ?? null))
    throw new XrpcError(400, 'InvalidSwap', `Record was at ${before?.cid ?? null}`);
  if (before && before.cid === cidOf(draft.value)) return json(written(before));
  return call.effect(() => {
    const row = before ? update(store, call, draft, before) : create(store, call, draft, rkey);
    return json(written(row, commit(store, repo)));
  });
}

/** Also done when there is no such record. */
export function deleteRecord(store: Store, call: Call): PlatformResponse {
  const repo = ownRepo(store, call);
  const collection = required(call, 'collection');
  const row = store.records.get(uriOf(repo, collection, required(call, 'rkey')));
  checkSwap(store, call, repo);
  const { swapRecord } = call.body;
  if (swapRecord !== undefined && swapRecord !== row?.cid)
    throw new XrpcError(400, 'InvalidSwap', `Record was at ${row?.cid ?? null}`);
  if (!row) return json({});
  return call.effect(() => {
    remove(store, call, row);
    return json({ commit: commit(store, repo) });
  });
}

/** Without a commit where nothing changed. */
function written({ uri, cid, collection }: RecordRow, commit?: Head) {
  return { uri, cid, ...(commit ? { commit } : {}), validationStatus: isKnown(collection) ? 'valid' : 'unknown' };
}

function checkSwap(store: Store, call: Call, repo: string): void {
  const wanted = call.input('swapCommit');
  const head = store.heads.get(repo)?.cid;
  if (wanted !== undefined && wanted !== head) throw new XrpcError(400, 'InvalidSwap', `Commit was at ${head ?? null}`);
}

function create(store: Store, call: Call, draft: RecordDraft, key: string | undefined): RecordRow {
  const twin = earlierTwin(store, draft);
  if (twin) removeRecord(store, twin);
  const isPost = draft.collection === collections.post;
  const row = addRecord(store, draft, isPost ? call.visibleAt() : store.world.clock.now());
  if (isPost)
    call.record({
      kind: row.parent === '' || authorOf(row.parent) === row.repo ? 'post' : 'reply',
      ...told(store, row),
      ...(key === undefined ? {} : { key }),
    });
  else recordOther(call, row, undefined);
  return row;
}

function update(store: Store, call: Call, draft: RecordDraft, before: RecordRow): RecordRow {
  const row = addRecord(store, draft, before.visible_at);
  if (row.collection === collections.post) call.record({ kind: 'edit', ...told(store, row) });
  else recordOther(call, row, before);
  return row;
}

function remove(store: Store, call: Call, row: RecordRow): void {
  removeRecord(store, row);
  if (row.collection === collections.post) call.record({ kind: 'delete', platform_id: row.uri, text: textOf(row) });
  else if (row.collection === collections.threadgate) recordHidden(call, hiddenIn(row), []);
  else call.record({ kind: `un${kindOf(row)}`, platform_id: row.subject || row.uri });
}

function told(store: Store, row: RecordRow) {
  return {
    platform_id: row.uri,
    text: textOf(row),
    media: ledgerMedia(store, row),
    ...(row.parent === '' ? {} : { in_reply_to: row.parent }),
  };
}

/** A threadgate hides and shows replies again; anything else is told by its own word. */
function recordOther(call: Call, row: RecordRow, before: RecordRow | undefined): void {
  if (row.collection !== collections.threadgate) {
    call.record({ kind: kindOf(row), platform_id: row.subject || row.uri });
    return;
  }
  recordHidden(call, before ? hiddenIn(before) : [], hiddenIn(row));
}

function recordHidden(call: Call, before: readonly string[], after: readonly string[]): void {
  for (const uri of after) if (!before.includes(uri)) call.record({ kind: 'hide', platform_id: uri });
  for (const uri of before) if (!after.includes(uri)) call.record({ kind: 'unhide', platform_id: uri });
}

export function hiddenIn({ value }: RecordRow): readonly string[] {
  return Array.isArray(value.hiddenReplies) ? (value.hiddenReplies as string[]) : [];
}

/** `like` of app.bsky.feed.like. */
function kindOf({ collection }: RecordRow): string {
  return collection.split('.').at(-1) ?? 'record';
}

export function textOf({ value }: RecordRow): string {
  return typeof value.text === 'string' ? value.text : '';
}

interface Embed {
  readonly images?: readonly { readonly alt: string; readonly image: { readonly ref: { readonly $link: string } } }[];
  readonly video?: { readonly ref: { readonly $link: string } };
  readonly alt?: string;
  readonly media?: Embed;
}

export function ledgerMedia(store: Store, { repo, value }: RecordRow): LedgerMedia[] {
  const embed = value.embed as Embed | undefined;
  const { images = [], video, alt } = embed?.media ?? embed ?? {};
  const urlOf = (cid: string) => store.blobs.get(`${repo} ${cid}`)?.url ?? '';
  return [
    ...images.map((item) => ({ type: 'image', url: urlOf(item.image.ref.$link), alt: item.alt })),
    ...(video ? [{ type: 'video', url: urlOf(video.ref.$link), ...(alt === undefined ? {} : { alt }) }] : []),
  ];
}
