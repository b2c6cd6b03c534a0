import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse, Route } from '../../core/platform.ts';
import type { Operation } from '../../core/world/world.ts';
import { authorOf } from './add-record.ts';
import { cidOf } from './ids.ts';
import { collections, type RecordRow, type Store, uriOf } from './store.ts';
import { createRecord, deleteRecord, putRecord } from './write-records.ts';
import { invalidRequest, limitOf, procedure, query, required, XrpcError } from './xrpc.ts';

/** https://docs.bsky.app/docs/api/com-atproto-repo-create-record and its neighbours */
export function recordRoutes(store: Store): Route[] {
  const repo = 'com.atproto.repo';
  return [
    procedure(`${repo}.createRecord`, { operation: (call) => writeOperation(store, call, call.body) }, (call) =>
      createRecord(store, call),
    ),
    procedure(`${repo}.putRecord`, { operation: (call) => putOperation(store, call) }, (call) =>
      putRecord(store, call),
    ),
    procedure(`${repo}.deleteRecord`, { operation: (call) => deleteOperation(store, call, call.body) }, (call) =>
      deleteRecord(store, call),
    ),
    query(`${repo}.getRecord`, { operation: 'get_post', auth: 'none' }, (call) => getRecord(store, call)),
    query(`${repo}.listRecords`, { operation: 'list_posts', auth: 'none' }, (call) => listRecords(store, call)),
  ];
}

type Body = Readonly<Record<string, unknown>>;

/** A post is a publication, except when it answers somebody else. Asked before anybody is authenticated. */
function writeOperation(store: Store, call: Call, { collection, record, value }: Body): Operation {
  if (collection === collections.threadgate) return 'hide_comment';
  if (collection !== collections.post) return 'other';
  const { reply } = (record ?? value ?? {}) as { reply?: { parent?: { uri?: unknown } } | null };
  const parent = reply?.parent?.uri;
  if (typeof parent !== 'string') return 'publish';
  return authorOf(parent) === store.profile(call.input('repo') ?? '')?.did ? 'publish' : 'reply';
}

/** The same record again is the same publication. */
function putOperation(store: Store, call: Call): Operation {
  const { collection, rkey, record } = call.body;
  const did = store.profile(call.input('repo') ?? '')?.did ?? '';
  const before = store.records.get(uriOf(did, String(collection), String(rkey)));
  const isEdit = before !== undefined && collection === collections.post && before.cid !== cidOf({ ...(record ?? {}) });
  return isEdit ? 'edit_post' : writeOperation(store, call, call.body);
}

function deleteOperation(store: Store, call: Call, { collection, rkey }: Body): Operation {
  if (collection === collections.threadgate) return 'hide_comment';
  if (collection !== collections.post) return 'other';
  const did = store.profile(call.input('repo') ?? '')?.did ?? '';
  const parent = store.records.get(uriOf(did, collections.post, String(rkey)))?.parent ?? '';
  return parent === '' || authorOf(parent) === did ? 'delete_post' : 'delete_comment';
}

function getRecord(store: Store, call: Call): PlatformResponse {
  const repo = required(call, 'repo');
  const [collection, rkey] = [required(call, 'collection'), required(call, 'rkey')];
  const uri = uriOf(store.profile(repo)?.did ?? repo, collection, rkey);
  const row = store.records.get(uri);
  const cid = call.input('cid');
  if (!row || (cid !== undefined && cid !== row.cid))
    throw new XrpcError(400, 'RecordNotFound', `Could not locate record: ${uri}`);
  return json(shown(row));
}

function shown({ uri, cid, value }: RecordRow) {
  return { uri, cid, value };
}

/** Newest first by record key, `reverse` the other way round; the cursor is a record key. */
function listRecords(store: Store, call: Call): PlatformResponse {
  const did = store.profile(required(call, 'repo'))?.did;
  if (did === undefined) throw invalidRequest(`Could not find repo: ${call.input('repo')}`);
  const shelf = `${did}/${required(call, 'collection')}`;
  const isReverse = call.input('reverse') === 'true';
  const cursor = call.input('cursor');
  const now = store.world.clock.now();
  const rows = store.records
    .where('shelf', shelf)
    .filter(({ visible_at }) => visible_at <= now)
    .sort((a, b) => (a.rkey < b.rkey === isReverse ? -1 : 1))
    .filter(({ rkey }) => cursor === undefined || (isReverse ? rkey > cursor : rkey < cursor));
  const page = rows.slice(0, limitOf(call, 50, 100));
  const last = page.at(-1);
  return json({ records: page.map(shown), ...(last ? { cursor: last.rkey } : {}) });
}
