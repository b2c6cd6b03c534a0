import { endOfText, exceededBound, type JsonBounds, measure, type Span, skipSpace } from './measure.ts';

/** The lists to cut in an object, by name, and those in their elements. An object in place of a list is gone through. */
export interface Cuts {
  readonly [name: string]: Cuts;
}

/** How large a slice becomes, and what is left out of one. */
export interface SliceBounds extends JsonBounds {
  readonly sliceBytesMax: number;
  readonly sliceValuesMax: number;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const LIST = 0x5b;
const OBJECT = 0x7b;
const COMMA_TEXT = Buffer.from(',');
const NAME_BYTES_MAX = 100;

/**
 * Parses a JSON text in slices, so that others can work between two of them. Each is the value with a few elements of the
 * lists in `cuts`; together they hold all elements, in order, and each holds the rest of the value. A larger element is a
 * slice of its own. An element or a rest beyond the bounds is left out, and so is what is no JSON.
 */
export function* slicesOf(bytes: Buffer, cuts: Cuts, bounds: SliceBounds): Generator<unknown> {
  yield* slicesOfObject(bytes, measure(bytes, skipSpace(bytes, 0)), cuts, bounds);
}

function* slicesOfObject(bytes: Buffer, span: Span, cuts: Cuts, bounds: SliceBounds): Generator<unknown> {
  if (isSmall(span, bounds) || bytes[span.start] !== OBJECT || Object.keys(cuts).length === 0)
    return yield* parsed(bytes.subarray(span.start, span.end), bounds);
  const lists = new Map<string, Span>();
  const others: Buffer[] = [];
  let values = 0;
  for (const { start, value, name } of partsOf(bytes, span)) {
    if (name !== undefined && Object.hasOwn(cuts, name)) {
      lists.set(name, value);
      continue;
    }
    others.push(COMMA_TEXT, bytes.subarray(start, value.end));
    values += value.values;
    if (values > bounds.valuesMax) return;
  }
  const rest = Buffer.concat([Buffer.from('{'), ...others.slice(1), Buffer.from('}')]);
  for (const known of parsed(rest, bounds)) {
    if (lists.size === 0) yield known;
    for (const [name, value] of lists)
      for (const slice of slicesOfList(bytes, value, cuts[name] as Cuts, bounds))
        yield { ...(known as object), [name]: slice };
  }
}

function* slicesOfList(bytes: Buffer, list: Span, cuts: Cuts, bounds: SliceBounds): Generator<unknown> {
  if (bytes[list.start] !== LIST) return yield* slicesOfObject(bytes, list, cuts, bounds);
  let group: Span | undefined;
  for (const { value } of partsOf(bytes, list)) {
    const longer: Span = group === undefined ? value : joined(group, value);
    if (isSmall(longer, bounds)) {
      group = longer;
      continue;
    }
    if (group !== undefined) yield* elementsIn(bytes, group, bounds);
    group = isSmall(value, bounds) ? value : undefined;
    if (group === undefined) for (const slice of slicesOfObject(bytes, value, cuts, bounds)) yield [slice];
  }
  if (group !== undefined) yield* elementsIn(bytes, group, bounds);
}

function* elementsIn(bytes: Buffer, { start, end }: Span, bounds: SliceBounds): Generator<unknown[]> {
  const list = Buffer.concat([Buffer.from('['), bytes.subarray(start, end), Buffer.from(']')]);
  for (const elements of parsed(list, bounds)) yield elements as unknown[];
}

function joined(first: Span, next: Span): Span {
  const { start, levels, values } = first;
  return { start, end: next.end, levels: Math.max(levels, next.levels), values: values + next.values };
}

function isSmall({ start, end, values }: Span, { sliceBytesMax, sliceValuesMax }: SliceBounds): boolean {
  return end - start <= sliceBytesMax && values <= sliceValuesMax;
}

interface Part {
  /** Where the name begins, or the value of a list. */
  readonly start: number;
  /** As it is written. Undefined in a list, and for a name that is too long to be in `cuts`. */
  readonly name: string | undefined;
  readonly value: Span;
}

/** The members of an object or the elements of a list, up to the first fault. */
function* partsOf(bytes: Buffer, { start: opening }: Span): Generator<Part> {
  const isObject = bytes[opening] === OBJECT;
  for (let at = opening; at === opening || bytes[at] === COMMA; ) {
    const start = skipSpace(bytes, at + 1);
    let name: string | undefined;
    at = start;
    if (isObject) {
      if (bytes[start] !== QUOTE) return;
      const nameEnd = endOfText(bytes, start);
      // No platform escapes letters of a name.
      if (nameEnd - start < NAME_BYTES_MAX) name = bytes.toString('latin1', start + 1, nameEnd - 1);
      at = skipSpace(bytes, nameEnd);
      if (bytes[at] !== COLON) return;
      at = skipSpace(bytes, at + 1);
    }
    const value = measure(bytes, at);
    if (value.end === value.start) return;
    yield { start, name, value };
    at = skipSpace(bytes, value.end);
  }
}

/** The value, unless it is beyond the bounds or no JSON. */
function* parsed(bytes: Buffer, bounds: JsonBounds): Generator<unknown> {
  if (exceededBound(bytes, bounds) !== undefined) return;
  try {
    yield JSON.parse(bytes.toString()) as unknown;
  } catch {
    // Left out.
  }
}
