import { isObject } from './is-object.ts';
import { endOfText, exceededBound, type JsonBounds, measure, measureInParts, type Span, skipSpace } from './measure.ts';

/** The lists to cut in an object, by name, and those in their elements. An object in place of a list is searched for them. */
export interface Cuts {
  readonly [name: string]: Cuts;
}

/** The bounds of a value, beyond which it is left out, the size of a slice, and what all slices hold. */
export interface SliceBounds extends JsonBounds {
  readonly bytesMax: number;
  readonly sliceBytesMax: number;
  readonly sliceValuesMax: number;
  /** Elements of the lists to cut, at all levels. The rest is left out. */
  readonly elementsMax: number;
  /** A part that each slice repeats counts each time. The rest is left out. */
  readonly bytesOfAllMax: number;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const LIST = 0x5b;
const OBJECT = 0x7b;
const COMMA_TEXT = Buffer.from(',');
const NAME_BYTES_MAX = 100;
const MEASURED_BYTES_MAX = 256 * 1024;

/**
 * Parses a JSON text in slices, so that others can work between two of them. Each is the value with a few elements of the
 * lists in `cuts`; together they hold all elements, in order, and each holds the rest of the value. A larger element is a
 * slice of its own. Undefined is a slice without a value: a part of the text was measured, or left out. Left out are
 * elements that are no objects, an element or a rest beyond the bounds, what is no JSON, and a text without an end or with
 * more levels.
 */
export function* slicesOf(bytes: Buffer, cuts: Cuts, bounds: SliceBounds): Generator<unknown> {
  const start = skipSpace(bytes, 0);
  const large = new Map<number, Span>();
  const endless = { levelsMax: bounds.levelsMax, valuesMax: Number.POSITIVE_INFINITY };
  const whole = yield* measureInParts(bytes, start, endless, {
    bytesMax: MEASURED_BYTES_MAX,
    onClosed: (span) => {
      if (!isSmall(span, bounds)) large.set(span.start, span);
    },
  });
  const isClosed = isSmall(whole, bounds) || large.has(start);
  if (whole.levels > bounds.levelsMax || !isClosed) return;
  const left = { elements: bounds.elementsMax, bytes: bounds.bytesOfAllMax };
  for (const slice of slicesOfObject({ bytes, large, bounds, left }, whole, cuts)) {
    if (left.bytes < 0) return;
    yield slice;
  }
}

/** A text with the spans of its large lists and objects by their start, so that none is measured twice. */
interface Text {
  readonly bytes: Buffer;
  readonly large: ReadonlyMap<number, Span>;
  readonly bounds: SliceBounds;
  /** The elements and bytes that further slices may hold. */
  readonly left: { elements: number; bytes: number };
}

function* slicesOfObject(text: Text, span: Span, cuts: Cuts): Generator<unknown> {
  const { bytes, bounds, left } = text;
  if (isSmall(span, bounds) || bytes[span.start] !== OBJECT || Object.keys(cuts).length === 0) {
    const value = parsed(text, bytes.subarray(span.start, span.end));
    if (isObject(value)) keepUpdates(text, value, cuts);
    return yield value;
  }
  const lists = new Map<string, Span>();
  const others: Buffer[] = [];
  let values = 0;
  for (const { start, value, name } of partsOf(text, span)) {
    values += 1;
    if (name !== undefined && Object.hasOwn(cuts, name)) lists.set(name, value);
    else {
      others.push(COMMA_TEXT, bytes.subarray(start, value.end));
      values += value.values;
    }
    if (values > bounds.valuesMax) return yield;
  }
  const rest = Buffer.concat([Buffer.from('{'), ...others.slice(1), Buffer.from('}')]);
  const known = parsed(text, rest);
  if (!isObject(known) || lists.size === 0) return yield known;
  for (const [name, value] of lists)
    for (const slice of slicesOfList(text, value, cuts[name] as Cuts)) {
      left.bytes -= rest.length;
      yield slice === undefined ? undefined : { ...known, [name]: slice };
    }
}

function* slicesOfList(text: Text, list: Span, cuts: Cuts): Generator<unknown> {
  const { bytes, bounds, left } = text;
  if (bytes[list.start] !== LIST) return yield* slicesOfObject(text, list, cuts);
  let group: Span | undefined;
  for (const { value } of partsOf(text, list)) {
    const longer: Span = group === undefined ? value : joined(group, value);
    if (isSmall(longer, bounds)) {
      group = longer;
      continue;
    }
    if (group !== undefined) yield elementsIn(text, group, cuts);
    if (left.elements <= 0) return;
    group = isSmall(value, bounds) ? value : undefined;
    if (group !== undefined) continue;
    left.elements -= 1;
    if (bytes[value.start] === OBJECT)
      for (const slice of slicesOfObject(text, value, cuts)) yield slice === undefined ? undefined : [slice];
  }
  if (group !== undefined) yield elementsIn(text, group, cuts);
}

function elementsIn(text: Text, { start, end }: Span, cuts: Cuts): unknown[] | undefined {
  const list = Buffer.concat([Buffer.from('['), text.bytes.subarray(start, end), Buffer.from(']')]);
  const elements = parsed(text, list);
  return Array.isArray(elements) ? updatesIn(text, elements, cuts) : undefined;
}

/** The elements that are objects, as many as are left. */
function updatesIn(text: Text, elements: readonly unknown[], cuts: Cuts): Record<string, unknown>[] {
  const updates = elements.slice(0, text.left.elements).filter(isObject);
  text.left.elements -= Math.min(elements.length, text.left.elements);
  for (const update of updates) keepUpdates(text, update, cuts);
  return updates;
}

/** Leaves all other elements out of the lists of a parsed object. */
function keepUpdates(text: Text, value: Record<string, unknown>, cuts: Cuts): void {
  for (const [name, inside] of Object.entries(cuts)) {
    const list = value[name];
    if (Array.isArray(list)) value[name] = updatesIn(text, list, inside);
    else if (isObject(list)) keepUpdates(text, list, inside);
  }
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
  const hasNames = bytes[opening] === OBJECT;
  for (let at = opening; at === opening || bytes[at] === COMMA; ) {
    const start = skipSpace(bytes, at + 1);
    let name: string | undefined;
    at = start;
    if (hasNames) {
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

/** The value; undefined when it is beyond the bounds or no JSON. */
function parsed({ bounds, left }: Text, bytes: Buffer): unknown {
  left.bytes -= bytes.length;
  if (bytes.length > bounds.bytesMax || exceededBound(bytes, bounds) !== undefined) return undefined;
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
