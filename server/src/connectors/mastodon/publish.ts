import type { Content } from '../../core/connector.ts';
import type { KeyedEffect, Listed, Prepared, Published } from '../../core/effect.ts';
import type { Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { listCut } from '../shared/collected.ts';
import { callMastodon, statusPath } from './client.ts';
import { matchesContent, toListed } from './map.ts';
import { mediaIds, mediaReadiness, PreparedMedia, upload } from './media.ts';
import { statusFields } from './options.ts';
import { isKeyHonoured, isMissingCall } from './server.ts';
import { CreatedStatus, ProvenStatuses, type Status, StatusSource } from './wire.ts';

/**
 * Class A on servers that keep the key: a call with the same Idempotency-Key returns the first status again. They keep it
 * for an hour; the last minutes are left to slow calls and differing clocks. Class C on all others.
 */
export const KEYED = {
  class: 'A',
  keyWindowSeconds: 55 * 60,
  isKeyHonoured,
  lookupDelaysSeconds: [10, 60],
} as const;

export const publishing: KeyedEffect<Content> = {
  ...KEYED,

  prepare: uploadAll,
  ready: mediaReadiness,

  async send(session, content, prepared, key) {
    return await createStatus(session, key, contentFields(content, prepared));
  },

  async list(session, _content, since) {
    return await listOwn(session, since, undefined);
  },

  matches: matchesContent,
};

/** Uploads and checks before a status or a part of a thread. */
export async function uploadAll(session: Session, content: Content): Promise<Prepared> {
  statusFields(content);
  const media = [];
  for (const item of content.media) media.push(await upload(session, item));
  return { media };
}

/** Text, attachments and options as fields of a new status. */
export function contentFields(content: Content, prepared: Prepared): Record<string, unknown> {
  return { status: content.text, ...mediaIds(PreparedMedia.parse(prepared)), ...statusFields(content) };
}

/** https://docs.joinmastodon.org/methods/statuses/#create */
export async function createStatus(session: Session, key: string, json: Record<string, unknown>): Promise<Published> {
  const headers = { 'idempotency-key': key };
  const request = { method: 'POST', path: '/api/v1/statuses', headers, body: { json } } as const;
  const { value } = await callMastodon(session, 'effect', request, CreatedStatus);
  return compact({ platformId: value.id, permalink: value.url || undefined });
}

const PAGES_MAX = 10;
/** An instance allows 300 calls in five minutes. */
const SOURCES_MAX = 40;

/** The account's statuses since a time: its replies to one status, or without one its statuses that are no replies. */
export async function listOwn(session: Session, since: Date, replyTo: string | undefined): Promise<readonly Listed[]> {
  const isOurs = (status: Status) => (status.in_reply_to_id ?? undefined) === replyTo;
  return await listOwnWhere(session, since, isOurs, replyTo === undefined);
}

/** The account's statuses since a time that pass the filter. Private ones are among them. */
export async function listOwnWhere(
  session: Session,
  since: Date,
  isOurs: (status: Status) => boolean,
  isWithoutReplies = false,
): Promise<readonly Listed[]> {
  const found: Status[] = [];
  const path = `/api/v1/accounts/${encodeURIComponent(session.account.platformId)}/statuses`;
  let before: string | undefined;
  for (let page = 0; ; page += 1) {
    if (page === PAGES_MAX) throw listCut();
    const query = { limit: 40, exclude_reblogs: true, exclude_replies: isWithoutReplies || undefined, max_id: before };
    const { value: statuses } = await callMastodon(session, 'read', { method: 'GET', path, query }, ProvenStatuses);
    found.push(...statuses.filter((status) => status.created_at >= since && isOurs(status)));
    const last = statuses.at(-1);
    if (last === undefined || last.created_at < since) break;
    before = last.id;
  }
  return isKeyHonoured(session.account) ? found.map(toListed) : await withSources(session, found);
}

/** Other software may render Markdown, so a status is compared by its text as it was written, where the server keeps it. */
async function withSources(session: Session, statuses: readonly Status[]): Promise<readonly Listed[]> {
  const items: Listed[] = [];
  for (const [index, status] of statuses.entries()) {
    const source = index < SOURCES_MAX ? await sourceOf(session, status) : undefined;
    items.push({ ...toListed(status), ...(source === undefined ? { isRendered: true } : { text: source }) });
  }
  return items;
}

/** https://docs.joinmastodon.org/methods/statuses/#source */
async function sourceOf(session: Session, { id }: Status): Promise<string | undefined> {
  const request = { method: 'GET', path: `${statusPath(id)}/source` } as const;
  try {
    return (await callMastodon(session, 'read', request, StatusSource)).value.text;
  } catch (error) {
    if (isMissingCall(error)) return undefined;
    throw error;
  }
}
