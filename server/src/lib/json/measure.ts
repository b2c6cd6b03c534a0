/** Bounds of a JSON value, checked before it is parsed. */
export interface JsonBounds {
  /** Lists and objects inside of each other. */
  readonly levelsMax: number;
  /** Texts, numbers, lists, objects and so on. Names of fields count too, because objects with many names take longest. */
  readonly valuesMax: number;
}

/** A value in a JSON text. */
export interface Span {
  readonly start: number;
  /** The byte behind it. */
  readonly end: number;
  readonly values: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** With this bit, both kinds of brackets are `{` or `}`. */
const BRACKET_BIT = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

const UNBOUNDED: JsonBounds = { levelsMax: Number.POSITIVE_INFINITY, valuesMax: Number.POSITIVE_INFINITY };

/** The bound that a JSON text exceeds. Undefined when it keeps to both, and for what is no JSON up to its first fault. */
export function exceededBound(bytes: Uint8Array, bounds: JsonBounds): keyof JsonBounds | undefined {
  const { levels, values } = measure(bytes, skipSpace(bytes, 0), bounds);
  if (levels > bounds.levelsMax) return 'levelsMax';
  return values > bounds.valuesMax ? 'valuesMax' : undefined;
}

/** A value with the most lists and objects inside of each other. */
export interface Measured extends Span {
  readonly levels: number;
}

/**
 * Measures the value that begins at `start`. Each byte is looked at once and nothing is parsed. Stops at once beyond a
 * bound. The value has no bytes where none begins.
 */
export function measure(bytes: Uint8Array, start: number, bounds = UNBOUNDED): Measured {
  return measureInParts(bytes, start, bounds, { bytesMax: Number.POSITIVE_INFINITY }).next().value as Measured;
}

/** The size of the parts in which a long text is measured. */
interface Parts {
  readonly bytesMax: number;
  /** Gets each list and object at its end. */
  readonly onClosed?: (span: Span) => void;
}

/** Does the same and yields between two parts, so that others can work. A part with a long text may be longer. */
export function* measureInParts(
  bytes: Uint8Array,
  start: number,
  { levelsMax, valuesMax }: JsonBounds,
  { bytesMax, onClosed }: Parts,
): Generator<undefined, Measured> {
  const starts: number[] = [];
  const valuesBefore: number[] = [];
  let open = 0;
  let levels = 0;
  let values = 1;
  let isEmpty = false;
  let at = start;
  let pauseAt = start + bytesMax;
  while (at < bytes.length && levels <= levelsMax && values <= valuesMax) {
    if (at >= pauseAt) {
      yield;
      pauseAt = at + bytesMax;
    }
    const byte = bytes[at] as number;
    const isClosing = (byte | BRACKET_BIT) === CLOSE;
    if (open === 0 && (isClosing || byte <= SPACE || byte === COMMA || byte === COLON)) break;
    at += 1;
    if (isClosing) {
      open -= 1;
      isEmpty = false;
      onClosed?.({ start: starts[open] ?? 0, end: at, values: values - (valuesBefore[open] ?? 0) });
    } else if (byte > SPACE) {
      // The first value of a list or object. Commas announce the others.
      if (isEmpty) values += 1;
      isEmpty = (byte | BRACKET_BIT) === OPEN;
      if (byte === QUOTE) at = endOfText(bytes, at - 1);
      else if (byte === COMMA || byte === COLON) values += 1;
      else if (isEmpty) {
        if (onClosed !== undefined) {
          starts[open] = at - 1;
          valuesBefore[open] = values - 1;
        }
        open += 1;
        if (open > levels) levels = open;
      }
    }
    if (open === 0 && (isClosing || byte === QUOTE)) break;
  }
  return { start, end: Math.min(at, bytes.length), levels, values };
}

/** The end of the text whose opening quote is at `start`. */
export function endOfText(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at += 1;
  }
  return bytes.length;
}

export function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && (bytes[at] as number) <= SPACE) at += 1;
  return at;
}
