import type { Content } from '../../core/connector.ts';
import type { KeyedEffect, Listed } from '../../core/effect.ts';
import type { Session } from '../../core/session.ts';
import { listCut } from '../shared/collected.ts';
import { callXrpc } from './client.ts';
import { matchesContent, toListed } from './map.ts';
import { optionsOf } from './options.ts';
import { prepareRecord, putRecord, recordReadiness } from './record/record.ts';
import { OwnRecords, POSTS } from './wire.ts';

/** A record keeps its key for ever. A month is longer than any effect of ours stays open. */
export const KEY_WINDOW_SECONDS = 30 * 24 * 3600;
export const LOOKS_AFTER_SECONDS = [2, 10];

/** Class A: the record's key is derived from ours. */
export const publishing: KeyedEffect<Content> = {
  class: 'A',
  keyWindowSeconds: KEY_WINDOW_SECONDS,
  lookupDelaysSeconds: LOOKS_AFTER_SECONDS,
  prepare: (session, content) => prepareRecord(session, content, optionsOf(content)),
  ready: recordReadiness,
  send: (session, _content, prepared, key) => putRecord(session, prepared, key),
  list: (session, _content, since) => listOwn(session, since, undefined),
  matches: (content, item) => matchesContent(content, item),
};

const PAGES_MAX = 10;

/**
 * The account's records since a time: its replies to `parent`, or without one its posts that are no replies. Records
 * come newest first by their key. A key chosen by another program may be out of order, so reading ends after a whole
 * page without recent records. https://docs.bsky.app/docs/api/com-atproto-repo-list-records
 */
export async function listOwn(session: Session, since: Date, parent: string | undefined): Promise<readonly Listed[]> {
  const items: Listed[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const parameters = { repo: session.account.platformId, collection: POSTS, limit: 100, cursor };
    const call = { method: 'GET', name: 'com.atproto.repo.listRecords', parameters } as const;
    const response = await callXrpc(session, 'read', call, OwnRecords);
    const latest = Date.UTC(2200);
    const recent = response.records.filter(
      ({ value: { createdAt } }) => createdAt >= since && createdAt.getTime() < latest,
    );
    items.push(...recent.filter(({ value }) => value.reply?.parent.uri === parent).map(toListed));
    cursor = response.cursor;
    if (cursor === undefined || recent.length === 0) return items;
  }
  throw listCut();
}
