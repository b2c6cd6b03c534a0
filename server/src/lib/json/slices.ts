import { endOfText, exceededBound, type JsonBounds, measure, type Span, skipSpace } from './measure.ts';

/** The lists to cut in an object, by name, and those in their elements. An object in place of a list is searched for them. */
export interface Cuts {
  readonly [name: string]: Cuts;
}

/** The bounds of a value, beyond which it is left out, and the size of a slice. */
export interface SliceBounds extends JsonBounds {
  readonly bytesMax: number;
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
 * slice of its own. A text with more levels gives nothing; an element or a rest beyond the other bounds is left out, and
 * so is what is no JSON.
 */
export function* slicesOf(bytes: Buffer, cuts: Cuts, bounds: SliceBounds): Generator<unknown> {
  const start = skipSpace(bytes, 0);
  const large = new Map<number, Span>();
  const endless = { levelsMax: bounds.levelsMax, valuesMax: Number.POSITIVE_INFINITY };
  const whole = measure(bytes, start, endless, (span) => {
    if (!isSmall(span, bounds)) large.set(span.start, span);
  });
  if (whole.levels > bounds.levelsMax) return;
  yield* slicesOfObject({ bytes, large, bounds }, whole, cuts);
}

/** A text with the spans of its large lists and objects by their start, so that none is measured twice. */
interface Text {
  readonly bytes: Buffer;
  readonly large: ReadonlyMap<number, Span>;
  readonly bounds: SliceBounds;
}

function* slicesOfObject(text: Text, span: Span, cuts: Cuts): Generator<unknown> {
  const { bytes, bounds } = text;
  if (isSmall(span, bounds) || bytes[span.start] !== OBJECT || Object.keys(cuts).length === 0)
    return yield* parsed(bytes.subarray(span.start, span.end), bounds);
  const lists = new Map<string, Span>();
  const others: Buffer[] = [];
  let values = 0;
  for (const { start, value, name } of partsOf(text, span)) {
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
      for (const slice of slicesOfList(text, value, cuts[name] as Cuts)) yield { ...(known as object), [name]: slice };
  }
}

function* slicesOfList(text: Text, list: Span, cuts: Cuts): Generator<unknown> {
  const { bytes, bounds } = text;
  if (bytes[list.start] !== LIST) return yield* slicesOfObject(text, list, cuts);
  let group: Span | undefined;
  for (const { value } of partsOf(text, list)) {
    const longer: Span = group === undefined ? value : joined(group, value);
    if (isSmall(longer, bounds)) {
      group = longer;
      continue;
    }
    if (group !== undefined) yield* elementsIn(bytes, group, bounds);
    group = isSmall(value, bounds) ? value : undefined;
    if (group === undefined) for (const slice of slicesOfObject(text, value, cuts)) yield [slice];
  }
  if (group !== undefined) yield* elementsIn(bytes, group, bounds);
}

function* elementsIn(bytes: Buffer, { start, end }: Span, bounds: SliceBounds): Generator<unknown[]> {
  const list = Buffer.concat([Buffer.from('['), bytes.subarray(start, end), Buffer.from(']')]);
  for (const elements of parsed(list, bounds)) yield elements as unknown[];
}

function joined(first: Span, next: Span): Span {
  return { start: first.start, end: next.end, values: first.values + next.values };
}

function isSmall({ start, end, values }: Span, { sliceBytesMax, sliceValuesMax }: SliceBounds): boolean {
  return end - start <= sliceBytesMax && values <= sliceValuesMax;
}

interface Part {
  /** The first byte of the name, or of an element. */
  readonly start: number;
  /** Undefined in a list, and for a name that is too long to be in `cuts`. */
  readonly name: string | undefined;
  readonly value: Span;
}

/** The members of an object or the elements of a list, up to the first fault. */
function* partsOf({ bytes, large }: Text, { start: opening }: Span): Generator<Part> {
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
    const value = large.get(at) ?? measure(bytes, at);
    if (value.end === value.start) return;
    yield { start, name, value };
    at = skipSpace(bytes, value.end);
  }
}

/** The value, unless it is beyond the bounds or no JSON. */
function* parsed(bytes: Buffer, bounds: SliceBounds): Generator<unknown> {
  if (bytes.length > bounds.bytesMax || exceededBound(bytes, bounds) !== undefined) return;
  try {
    yield JSON.parse(bytes.toString()) as unknown;
  } catch {
    // Left out.
  }
}
