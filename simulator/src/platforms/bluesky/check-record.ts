import type { Call } from '../../core/platform.ts';
import type { RecordDraft } from './add-record.ts';
import { checkBlobs } from './blobs.ts';
import { isTid } from './ids.ts';
import { LexiconError } from './lexicon.ts';
import { recordTypes } from './record-types.ts';
import { collections, type Store } from './store.ts';
import { invalidRequest, me, XrpcError } from './xrpc.ts';

/** Which key a record may have: https://atproto.com/specs/record-key */
const anyKeyPattern = /^(?!\.{1,2}$)[\w.~:-]{1,512}$/;
const nsidPattern = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+\.[a-zA-Z][a-zA-Z0-9]*$/;
const tidKeyed: readonly string[] = [
  collections.post,
  collections.like,
  collections.repost,
  collections.follow,
  collections.block,
];

/** The DID of the repository, which must be the caller's own. */
export function ownRepo(store: Store, call: Call): string {
  const repo = call.input('repo');
  if (repo === undefined) throw invalidRequest('Missing required key "repo" at $');
  if (store.profile(repo)?.did !== me(call)) throw new XrpcError(403, 'AccountNotFound', 'Could not find account');
  const scopes = call.token?.scopes ?? [];
  const mayWrite = !scopes.includes('atproto') || scopes.some((scope) => /^(transition:generic|repo:)/.test(scope));
  if (!mayWrite) throw new XrpcError(403, 'ScopeMissingError', 'Missing required scope "transition:generic"');
  return me(call);
}

/** Checks a record as the PDS does before it writes; the value gets its `$type`. */
export function checkDraft(
  store: Store,
  { repo, collection, rkey, value }: { repo: string; collection: unknown; rkey: unknown; value: unknown },
  isValidated: boolean,
): RecordDraft {
  if (typeof collection !== 'string' || !nsidPattern.test(collection))
    throw invalidRequest(`Invalid nsid (got ${JSON.stringify(collection)}) at $.collection`);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidRequest('Expected object value type at $.record');
  const record: Record<string, unknown> = { $type: collection, ...value };
  if (record.$type !== collection)
    throw invalidRequest(`Invalid $type: expected ${collection}, got ${String(record.$type)}`);
  if (isValidated) validate(collection, record);
  const key = rkey ?? store.newTid();
  if (typeof key !== 'string' || !anyKeyPattern.test(key) || (tidKeyed.includes(collection) && !isTid(key)))
    throw invalidRequest(`Invalid record key (got ${JSON.stringify(key)}) for ${collection}`);
  checkBlobs(store, repo, record);
  return { repo, collection, rkey: key, value: record };
}

export function isKnown(collection: string): boolean {
  return recordTypes[collection] !== undefined;
}

function validate(collection: string, record: Record<string, unknown>): void {
  try {
    recordTypes[collection]?.(record, '$.record');
  } catch (error) {
    if (error instanceof LexiconError) throw invalidRequest(`Invalid ${collection} record: ${error.message}`);
    throw error;
  }
}
