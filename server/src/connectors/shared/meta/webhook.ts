import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { UpdateLists } from '../../../core/inbound/callbacks.ts';
import { isObject } from '../../../lib/json/is-object.ts';
import { lenient } from '../call-platform.ts';
import { graphId, parseGraphTime } from './wire.ts';

/** Lower-case header names, as in Node. */
type Headers = Readonly<Record<string, string>>;

/**
 * Whether `X-Hub-Signature-256` is the HMAC-SHA256 of the raw bytes under the app's secret. The parsed body would not
 * do, because Meta escapes non-ASCII characters. The older SHA-1 header is not accepted.
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started
 */
export function verifyHubSignature(rawBody: Uint8Array, headers: Headers, appSecret: string): boolean {
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(headers['x-hub-signature-256'] ?? '')?.[1];
  if (hex === undefined || appSecret === '') return false;
  return timingSafeEqual(Buffer.from(hex, 'hex'), createHmac('sha256', appSecret).update(rawBody).digest());
}

const CHALLENGE_LENGTH_MAX = 1000;

/** The response to Meta's subscription handshake; undefined for any other request or a wrong token (403). */
export function echoHubChallenge(query: Readonly<Record<string, string>>, verifyToken: string): string | undefined {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
  if (mode !== 'subscribe' || typeof token !== 'string' || typeof challenge !== 'string') return undefined;
  if (verifyToken === '' || challenge.length > CHALLENGE_LENGTH_MAX) return undefined;
  return timingSafeEqual(digest(token), digest(verifyToken)) ? challenge : undefined;
}

/** Gives the comparison equal lengths for every input. */
function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

/** The key of a notice: a repeated delivery has the same content and so the same key. */
export function noticeKey(kind: string, accountId: string, content: unknown): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(content) ?? '')
    .digest('base64url');
  return `${kind.slice(0, 100)}:${accountId}:${hash}`;
}

/** One update of a subscribed field of one account. `time` is Meta's, in seconds since 1970. */
export const hubChange = z.object({ accountId: graphId, time: z.number(), field: z.string(), value: z.unknown() });
export type HubChange = z.infer<typeof hubChange>;

const entry = z.object({
  id: graphId,
  time: z.unknown().optional(),
  changes: lenient(z.array(z.unknown())),
  messaging: lenient(z.array(z.unknown())),
  /** The same lines when another app answers the conversation. */
  standby: lenient(z.array(z.unknown())),
});

/** The lists of updates in the entries of a callback. */
export const hubUpdates: UpdateLists = { entry: { changes: {}, messaging: {}, standby: {} } };

/** The updates of one account in a callback. */
export interface HubEntry {
  readonly accountId: string;
  /** Those in `changes`, and `field` with `value` directly in the entry, as Meta documents them for Instagram Login. */
  readonly changes: readonly HubChange[];
  /** Those in `messaging` and `standby`, as they came. */
  readonly lines: readonly unknown[];
}

/** The entries of a callback about `object`, in order. Parts of another form are ignored before anything is parsed. */
export function hubEntries(body: unknown, object: string): HubEntry[] {
  if (!isObject(body) || body.object !== object || !Array.isArray(body.entry)) return [];
  return body.entry.filter(hasUpdates).flatMap((raw) => {
    const { data } = entry.safeParse(raw);
    if (data === undefined) return [];
    const { id: accountId, changes = [], messaging = [], standby = [] } = data;
    const lines = [...messaging, ...standby].filter(isObject);
    return [{ accountId, changes: changesOf(accountId, data.time, [...changes, raw]), lines }];
  });
}

function hasUpdates(raw: unknown): boolean {
  if (!isObject(raw) || (typeof raw.id !== 'string' && typeof raw.id !== 'number')) return false;
  return isChange(raw) || [raw.changes, raw.messaging, raw.standby].some((list) => Array.isArray(list));
}

function changesOf(accountId: string, sentAt: unknown, items: readonly unknown[]): HubChange[] {
  const at = parseGraphTime(sentAt);
  if (at === undefined) return [];
  const time = Math.floor(at.getTime() / 1000);
  return items.filter(isChange).map(({ field, value }) => ({ accountId, time, field, value }));
}

/** Whether an element of a list is the change of a field. The value is read by its field. */
export function isChange(item: unknown): item is Pick<HubChange, 'field' | 'value'> {
  return isObject(item) && typeof item.field === 'string' && item.value !== undefined;
}
