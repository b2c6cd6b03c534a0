/** The small part of the lexicon language that records here need: https://atproto.com/specs/lexicon */

/** A check of a value at a path; throws `LexiconError`. */
export type Check = (value: unknown, path: string) => void;

export class LexiconError extends Error {
  constructor(problem: string, path: string) {
    super(`${problem} at ${path}`);
    this.name = 'LexiconError';
  }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const encoder = new TextEncoder();

function wrongType(wanted: string, value: unknown, path: string): LexiconError {
  const got =
    value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value === 'number' ? 'integer' : typeof value;
  return new LexiconError(`Expected ${wanted} value type (got ${got})`, path);
}

export function string(
  rules: { graphemesMax?: number; bytesMax?: number; format?: 'datetime' | 'uri' | 'at-uri' | 'did' | 'language' } = {},
): Check {
  const { graphemesMax = Number.POSITIVE_INFINITY, bytesMax = Number.POSITIVE_INFINITY, format } = rules;
  return (value, path) => {
    if (typeof value !== 'string') throw wrongType('string', value, path);
    const bytes = encoder.encode(value).length;
    if (bytes > bytesMax) throw new LexiconError(`string too big (maximum ${bytesMax}, got ${bytes})`, path);
    if (graphemesMax < bytes) {
      const count = [...graphemes.segment(value)].length;
      if (count > graphemesMax)
        throw new LexiconError(`grapheme too big (maximum ${graphemesMax}, got ${count})`, path);
    }
    if (format && !formats[format].test(value))
      throw new LexiconError(`Invalid ${format} (got ${JSON.stringify(value)})`, path);
  };
}

const formats = {
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  uri: /^[a-z][a-z0-9.+-]*:\S+$/,
  'at-uri': /^at:\/\/(did:[a-z]+:[\w.:%-]+|[a-z0-9.-]+)(\/[a-zA-Z0-9.-]+(\/[\w.~:-]+)?)?$/,
  did: /^did:[a-z]+:[\w.:%-]+$/,
  language: /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/,
};

export function integer({ least = 0 } = {}): Check {
  return (value, path) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) throw wrongType('integer', value, path);
    if (value < least) throw new LexiconError(`integer too small (minimum ${least}, got ${value})`, path);
  };
}

export function list(item: Check, most = Number.POSITIVE_INFINITY): Check {
  return (value, path) => {
    if (!Array.isArray(value)) throw wrongType('array', value, path);
    if (value.length > most) throw new LexiconError(`array too big (maximum ${most}, got ${value.length})`, path);
    value.forEach((inner, index) => {
      item(inner, `${path}[${index}]`);
    });
  };
}

/** Fields that are not named may hold anything. */
export function object(needed: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongType('object', value, path);
    const fields = value as Record<string, unknown>;
    for (const [name, check] of Object.entries(needed)) {
      if (fields[name] === undefined) throw new LexiconError(`Missing required key "${name}"`, path);
      check(fields[name], `${path}.${name}`);
    }
    for (const [name, check] of Object.entries(optional))
      if (fields[name] !== undefined) check(fields[name], `${path}.${name}`);
  };
}

/** One of several objects, told apart by `$type`; unknown types pass, because the unions here are open. */
export function union(checks: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    const type = (value as { $type?: unknown } | null)?.$type;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongType('object', value, path);
    if (typeof type !== 'string') throw new LexiconError('Missing required key "$type"', path);
    checks[type]?.(value, path);
  };
}

export interface BlobRef {
  readonly $type: 'blob';
  readonly ref: { readonly $link: string };
  readonly mimeType: string;
  readonly size: number;
}

export function blob(accept: RegExp, bytesMax: number): Check {
  return (value, path) => {
    const ref = value as BlobRef | null;
    if (typeof ref !== 'object' || ref?.$type !== 'blob' || typeof ref.ref?.$link !== 'string')
      throw wrongType('blob', value, path);
    if (!accept.test(ref.mimeType))
      throw new LexiconError(`Unsupported mimeType ${JSON.stringify(ref.mimeType)}`, path);
    if (ref.size > bytesMax) throw new LexiconError(`blob too big (maximum ${bytesMax}, got ${ref.size})`, path);
  };
}
