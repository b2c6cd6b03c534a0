import { toStorable } from '../../lib/storable-text.ts';

/** By field: its value before and after. null: it had none, or nobody read it. */
export type Changes = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

type Fields = Readonly<Record<string, unknown>>;

const TEXT_MAX = 500;
const BYTES_MAX = 8000;
const DEPTH_MAX = 8;
/** In place of a value that is not kept, or the rest of one. */
const MORE = '…';
/** No field with such a name is kept, however deep. */
const LOOKS_SECRET = /password|token|secret|key|credential/i;

/**
 * What a request changes, by the fields of its input. `before`: what was there, so that fields that stay are left out.
 * `secrets`: names of fields that are left out besides those that look secret. All together it is at most 8 KB.
 */
export function changesOf(input: Fields, before: Fields | undefined, secrets: ReadonlySet<string>): Changes {
  const isSecret = (name: string) => secrets.has(name) || LOOKS_SECRET.test(name);
  const changes: Record<string, readonly [unknown, unknown]> = {};
  let bytes = 0;
  for (const [field, after] of Object.entries(input)) {
    if (after === undefined || isSecret(field)) continue;
    if (before !== undefined && fits(before[field], after)) continue;
    const change = [shown(before?.[field] ?? null, isSecret), shown(after, isSecret)] as const;
    const size = Buffer.byteLength(JSON.stringify(change));
    const hasRoom = bytes + size <= BYTES_MAX;
    changes[field] = hasRoom ? change : [MORE, MORE];
    if (hasRoom) bytes += size;
  }
  return toStorable(changes);
}

/** Whether a value already is what was asked for. Objects have more fields when they are read, such as the state of targets. */
function fits(is: unknown, asked: unknown): boolean {
  if (asked === null || asked === undefined) return is === null || is === undefined;
  if (typeof is === 'string' && typeof asked === 'string') return is === asked || isSameInstant(is, asked);
  if (typeof is !== 'object' || is === null || typeof asked !== 'object') return is === asked;
  if (Array.isArray(is) && Array.isArray(asked))
    return is.length === asked.length && asked.every((part, index) => fits(is[index], part));
  return Object.entries(asked).every(([name, part]) => fits((is as Fields)[name], part));
}

function isSameInstant(one: string, other: string): boolean {
  const isTime = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text);
  return isTime(one) && isTime(other) && Date.parse(one) === Date.parse(other);
}

/** The value without secrets and with short texts. Addresses often carry secrets in their query. */
function shown(value: unknown, isSecret: (name: string) => boolean, depth = 0): unknown {
  if (typeof value === 'string') return shortened(/^https?:\/\/\S+$/i.test(value) ? withoutSecrets(value) : value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEPTH_MAX) return MORE;
  if (Array.isArray(value)) return value.map((part) => shown(part, isSecret, depth + 1));
  const fields = Object.entries(value).filter(([name]) => !isSecret(name));
  return Object.fromEntries(fields.map(([name, part]) => [name, shown(part, isSecret, depth + 1)]));
}

function withoutSecrets(address: string): string {
  return address.replace(/^(https?:\/\/)[^/?#]*@/i, '$1').replace(/\?.*/, `?${MORE}`);
}

function shortened(text: string): string {
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}${MORE}`;
}
