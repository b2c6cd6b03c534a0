import type { Call } from '../../core/platform.ts';
import { illegal, invalidParameter, RestError } from './errors.ts';

/**
 * Rest.li 2.0: raw signs `: , ( )` are syntax and encoded ones are data, so keys and parameters are read as they were
 * sent. https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/protocol-version
 */
type Value = string | readonly Value[] | { readonly [name: string]: Value };

/** Calls to `/rest` name one of the versions of the last twelve months. */
const oldestVersion = '202512';
const newestVersion = '202611';

export function requireVersion(call: Call): void {
  const version = call.headers['linkedin-version'];
  if (version === undefined || version === '')
    throw new RestError({
      status: 400,
      code: 'VERSION_MISSING',
      message: 'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
    });
  const isActive = /^20\d\d(0[1-9]|1[0-2])$/.test(version) && version >= oldestVersion && version <= newestVersion;
  if (isActive) return;
  const message = `Requested version ${version} is not active`;
  throw new RestError({ status: 426, code: 'NONEXISTENT_VERSION', message });
}

/** The `X-RestLi-Method` of the call in capitals; empty without. */
export function restliMethod(call: Call): string {
  return (call.headers['x-restli-method'] ?? '').toUpperCase();
}

export function requireMethod(call: Call, method: string): void {
  if (restliMethod(call) !== method) throw illegal(`The header X-RestLi-Method must be ${method} for this request`);
}

/** The part of the path with this number as it was sent: 2 is `urn…` in `/rest/posts/urn…`. */
function rawPart(call: Call, number: number): string {
  return (call.path.split('?')[0] ?? '').split('/')[number + 1] ?? '';
}

/** A key of the path that is one string, mostly a URN. */
export function keyAt(call: Call, number: number): string {
  const raw = rawPart(call, number);
  if (/[:,()]/.test(raw)) throw illegal(`Syntax exception in path variables: ${raw}`);
  return decoded(raw);
}

/** A compound key: `(actor:urn%3A…,entity:urn%3A…)`. */
export function compoundKeyAt(call: Call, number: number): Readonly<Record<string, string>> {
  const raw = rawPart(call, number);
  const value = parse(raw, () => illegal(`Syntax exception in path variables: ${raw}`));
  if (typeof value === 'string' || Array.isArray(value)) throw illegal(`Syntax exception in path variables: ${raw}`);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, String(inner)]));
}

/** A query parameter with its structure; `undefined` when it is not there. */
export function valueIn(call: Call, name: string): Value | undefined {
  const raw = rawQuery(call, name);
  if (raw === undefined || raw === '') return undefined;
  return parse(raw, () => invalidParameter(`Invalid query parameters passed to request: ${name}`));
}

/** A query parameter that is one string. */
export function textIn(call: Call, name: string): string | undefined {
  const value = valueIn(call, name);
  if (value === undefined || typeof value === 'string') return value;
  throw invalidParameter(`Invalid query parameters passed to request: ${name}`);
}

export function requiredIn(call: Call, name: string): string {
  const value = textIn(call, name);
  if (value === undefined) throw invalidParameter(`Query parameter ${name} is required`);
  return value;
}

/** A query parameter that is a `List(…)` of strings. */
export function listIn(call: Call, name: string): string[] | undefined {
  const value = valueIn(call, name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw invalidParameter(`Query parameter ${name} must be a List`);
  return value.map(String);
}

/** One page of a list with `start` and `count`, in LinkedIn's envelope. */
export function paged<Row>(call: Call, rows: readonly Row[], map: (row: Row) => unknown, countMax = 100): object {
  const start = numberIn(call, 'start', 0);
  const count = numberIn(call, 'count', 10);
  if (count < 1 || count > countMax) throw invalidParameter(`count must be between 1 and ${countMax}`);
  const [path = '', query = ''] = call.path.split('?');
  const others = query.split('&').filter((pair) => pair !== '' && !/^(start|count)=/.test(pair));
  const link = (rel: string, from: number) => ({
    type: 'application/json',
    rel,
    href: `${path}?${[...others, `start=${from}`, `count=${count}`].join('&')}`,
  });
  const links = [
    ...(start > 0 ? [link('prev', Math.max(0, start - count))] : []),
    ...(start + count < rows.length ? [link('next', start + count)] : []),
  ];
  return {
    paging: { start, count, links, total: rows.length },
    elements: rows.slice(start, start + count).map(map),
  };
}

function numberIn(call: Call, name: string, usual: number): number {
  const text = textIn(call, name);
  if (text === undefined) return usual;
  if (!/^\d{1,9}$/.test(text)) throw invalidParameter(`Invalid query parameters passed to request: ${name}`);
  return Number(text);
}

function rawQuery(call: Call, name: string): string | undefined {
  const pairs = (call.path.split('?')[1] ?? '').split('&');
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

function parse(raw: string, rejection: () => RestError): Value {
  let at = 0;
  const expect = (sign: string) => {
    if (raw[at] !== sign) throw rejection();
    at += 1;
  };
  const word = (): string => {
    const end = raw.slice(at).search(/[:,()]/);
    const found = end === -1 ? raw.slice(at) : raw.slice(at, at + end);
    at += found.length;
    return decoded(found);
  };
  const value = (): Value => {
    if (raw.startsWith('List(', at)) {
      at += 5;
      const items: Value[] = [];
      while (raw[at] !== ')') {
        items.push(value());
        if (raw[at] !== ')') expect(',');
      }
      at += 1;
      return items;
    }
    if (raw[at] !== '(') return word();
    at += 1;
    const fields: Record<string, Value> = {};
    while (raw[at] !== ')') {
      const name = word();
      expect(':');
      fields[name] = value();
      if (raw[at] !== ')') expect(',');
    }
    at += 1;
    return fields;
  };
  const result = value();
  if (at !== raw.length) throw rejection();
  return result;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw illegal(`Syntax exception in path variables: ${text}`);
  }
}
