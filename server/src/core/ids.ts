import { randomFillSync, randomUUID } from 'node:crypto';
import { z } from 'zod';

/** The kinds of things that identifiers name, by prefix: every identifier that leaves the service has one. */
const THINGS = {
  ws: 'workspace',
  ten: 'tenant',
  key: 'key',
  brand: 'brand',
  acc: 'account',
  post: 'post',
  note: 'note',
  act: 'action',
  med: 'media',
  ip: 'inbox_post',
  cmt: 'comment',
  rev: 'review',
  mnt: 'mention',
  conv: 'conversation',
  msg: 'message',
  wh: 'webhook',
  evt: 'event',
  dlv: 'delivery',
  rpl: 'replay',
  raw: 'callback',
  inv: 'invite',
  ruri: 'redirect_uri',
  cred: 'credentials',
  usr: 'user',
  ses: 'session',
  minv: 'invitation',
  aud: 'audit_entry',
  ann: 'announcement',
  fb: 'feedback',
  exp: 'export',
  held: 'held',
  rvw: 'review_link',
  rdec: 'review_decision',
} as const;
export type IdPrefix = keyof typeof THINGS;

/** The kind of thing that one of our identifiers names; undefined for other texts. */
export function thingOf(id: string): string | undefined {
  const prefix = id.slice(0, id.indexOf('_'));
  return prefix in THINGS && isId(prefix as IdPrefix, id) ? THINGS[prefix as IdPrefix] : undefined;
}

/** The id of one of our things as a response shows it. */
export function ourId(prefix: IdPrefix) {
  return z.string().meta({ pattern: `^${prefix}_` });
}

/** Random bytes for many ids at a time, because a call of the generator costs more than an id. */
const pool = new Uint8Array(4096);
let used = pool.length;

function randomSixteen(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return pool.subarray(used - 16, used);
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * A new identifier: prefix, underscore, 26 lowercase Crockford base32 characters, of which the first ten are the
 * time in milliseconds (so ids sort by creation) and the other sixteen are 80 random bits.
 */
export function newId(prefix: IdPrefix, atMs: number = Date.now()): string {
  let time = '';
  for (let rest = atMs, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) time = ALPHABET[rest % 32] + time;
  let random = '';
  for (const byte of randomSixteen()) random += ALPHABET[byte & 31];
  return `${prefix}_${time}${random}`;
}

/** A new world's id, which nobody can guess. */
export function newWorldId(): string {
  return `w_${randomUUID().replaceAll('-', '')}`;
}

/** Whether the text has the form of a world's id. */
export function isWorldId(text: string): boolean {
  return /^w_[0-9a-z]{16,40}$/.test(text);
}

/** Whether the text has the form of one of our identifiers with that prefix. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(prefix.length + 1));
}

/** Also of copies of a callback, one for each account: `raw_…_2`. */
const OUR_ID = /^[a-z]{2,8}_[0-9a-z_]{1,60}$/;

/** Whether the text may be an identifier of ours, with any prefix: ids of earlier releases are shorter or longer. */
export function mayBeId(text: string): boolean {
  return OUR_ID.test(text);
}

/** The header of the simulator’s answers for a world that does not exist. */
export const NO_WORLD = 'x-simulator-no-world';

/**
 * The name of a cell: one of several installations behind a common proxy. Empty: this one is alone. What a cell makes
 * carries its name, so that the proxy finds the way without asking anybody.
 */
export const CELL_NAME = '[a-z][a-z0-9]{0,11}';

/** A secret text with the name of its cell before it: `eu1.<secret>`. */
export function inCell(cell: string, secret: string): string {
  return cell === '' ? secret : `${cell}.${secret}`;
}

/** The address with the name of its cell in the query. */
export function addressInCell(cell: string, address: string): string {
  if (cell === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}cell=${cell}`;
}
