import { LRUCache } from 'lru-cache';
import type { Limits, TextLimits } from '../../../core/limits.ts';
import type { Checked, CheckedMedia } from './checked-content.ts';
import { isImage, type Part, type Rule, type Sheet } from './rule.ts';

export const UNITS = ['characters', 'utf16', 'graphemes', 'bytes', 'weighted'] as const;

/** A counted text that has a limit. The rules and `counts` read the same ones. */
export interface Length {
  readonly field: string;
  readonly length: number;
  readonly limit: number;
  readonly unit: (typeof UNITS)[number];
}

type LengthOf<Subject> = (sheet: Sheet, subject: Subject) => Length | undefined;

/** The limits of the text of a part, by their rules. */
export const TEXT_LENGTHS = {
  text_length: (sheet, part) =>
    isPhotoText(sheet, part) ? undefined : textBy(sheet, part, sheet.limits.text.lengthMax),
  photo_text_length: (sheet, part) =>
    isPhotoText(sheet, part) ? textBy(sheet, part, sheet.limits.text.photoLengthMax) : undefined,
  text_bytes: ({ limits: { text: sheet } }, { text }) =>
    sheet.bytesMax > 0
      ? { field: 'text', length: Buffer.byteLength(text), limit: sheet.bytesMax, unit: 'bytes' }
      : undefined,
  poll_text_length({ limits: { poll } }, { text, options, isSegment }) {
    const { option = '', textLengthMax: limit = 0 } = poll ?? {};
    if (limit === 0 || isSegment || options[option] === undefined) return undefined;
    return { field: 'text', length: text.length, limit, unit: 'utf16' };
  },
} as const satisfies Readonly<Record<string, LengthOf<Part>>>;

/** The limits of a post beside its parts, by their rules. */
export const POST_LENGTHS = {
  title_length: ({ limits }, { title }) => characters('title', title, limits.title.lengthMax),
  first_comment_length({ connector, limits, kind }, { firstComment }) {
    const { lengthMax: limit } = limits.comment;
    if (connector.comments?.reply === undefined || kind.commentsIgnored === true || limit === 0) return undefined;
    return { field: 'first_comment', length: textLength(limits, firstComment), limit, unit: unitOf(limits) };
  },
} as const satisfies Readonly<Record<string, LengthOf<Checked>>>;

/** The description of each item that has one, where the platform keeps it. */
export function altTextLengths({ limits }: Pick<Sheet, 'limits'>, media: readonly CheckedMedia[]): Length[] {
  const lengths: Length[] = [];
  for (const [index, item] of media.entries()) {
    if (item.altText === '') continue;
    const length = characters(`media.${index}.alt_text`, item.altText, altTextMax(limits, item));
    if (length !== undefined) lengths.push(length);
  }
  return lengths;
}

/** The rule of one limit. `noun`: what is counted. */
export function lengthRule<Subject>(id: string, noun: string, lengthOf: LengthOf<Subject>): Rule<Subject> {
  return {
    id,
    severity: 'error',
    find(sheet, subject) {
      const found = lengthOf(sheet, subject);
      if (found === undefined || found.length <= found.limit) return undefined;
      const { field, length, limit, unit } = found;
      const units = unit === 'bytes' ? 'bytes' : 'characters';
      return { field, message: `the ${noun} has ${length} ${units}, at most ${limit} are allowed.`, limit };
    },
  };
}

function isPhotoText({ limits }: Sheet, { media }: Part): boolean {
  return limits.text.photoLengthMax > 0 && media.length > 0 && media.every(isImage);
}

function textBy({ limits }: Sheet, part: Part, limit: number): Length | undefined {
  if (limit === 0) return undefined;
  return { field: 'text', length: textLength(limits, countedText(limits, part)), limit, unit: unitOf(limits) };
}

/** The longest description of an item; 0 where the platform keeps none. */
export function altTextMax({ altText }: Limits, item: CheckedMedia): number {
  return isImage(item) || altText.onVideos ? altText.lengthMax : 0;
}

function characters(field: string, text: string, limit: number): Length | undefined {
  return limit === 0 ? undefined : { field, length: [...text].length, limit, unit: 'characters' };
}

/** The text with the options that count towards its length. */
function countedText({ text: { countedOptions = [] } }: Limits, { text, options }: Part): string {
  const counted = countedOptions.map((name) => options[name]).filter((value) => typeof value === 'string');
  return [...counted, text].join('');
}

/** `weighted`: the platform counts some parts differently, such as addresses, emoji or markup. */
function unitOf({ text: { count, counting } }: Limits): Length['unit'] {
  if (count !== undefined) return 'weighted';
  switch (counting) {
    case 'bytes':
    case 'utf16':
    case 'graphemes':
      return counting;
    case 'chars':
      return 'characters';
    default:
      return 'weighted';
  }
}

let graphemes: Intl.Segmenter | undefined;

/** The last counts of each way to count. The targets of a post mostly have the same texts, and some counts are slow. */
const counted = new Map<unknown, LRUCache<string, number>>();
/** Enough for a post, its first comment and its segments. */
const COUNTED_MAX = 32;
/** No count of a longer text is slow. */
const COUNTED_CHARACTERS_MAX = 65_536;

/** The length of a text as the platform counts it. */
export function textLength({ text: sheet }: Limits, text: string): number {
  const way = sheet.count ?? sheet.counting;
  const lengths = counted.get(way) ?? new LRUCache<string, number>({ max: COUNTED_MAX });
  const before = lengths.get(text);
  if (before !== undefined) return before;
  const length = sheet.count?.(text) ?? plainLength(sheet.counting, text);
  if (text.length > COUNTED_CHARACTERS_MAX) return length;
  counted.set(way, lengths.set(text, length));
  return length;
}

function plainLength(counting: TextLimits['counting'], text: string): number {
  switch (counting) {
    case 'bytes':
      return Buffer.byteLength(text);
    case 'utf16':
      return text.length;
    case 'graphemes': {
      if (text.length > COUNTED_CHARACTERS_MAX) return text.length;
      graphemes ??= new Intl.Segmenter();
      let length = 0;
      for (const _ of graphemes.segment(text)) length += 1;
      return length;
    }
    default: {
      let length = 0;
      for (const _ of text) length += 1;
      return length;
    }
  }
}
