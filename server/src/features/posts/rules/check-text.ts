import { LRUCache } from 'lru-cache';
import type { Limits, TextLimits } from '../../../core/limits.ts';
import { count, type Finding, type Part, type Rule, type Sheet } from './rule.ts';

/** Rules about the words of a part. */
export const TEXT_RULES: readonly Rule<Part>[] = [
  {
    id: 'content_required',
    severity: 'error',
    find({ limits }, { text, media, isSegment }) {
      if (text.trim() !== '' || media.length > 0 || (limits.media.required && !isSegment)) return undefined;
      return { field: 'text', message: 'a post needs text or media.' };
    },
  },
  {
    id: 'text_length',
    severity: 'error',
    find: (sheet, part) => (isPhotoText(sheet, part) ? undefined : tooLong(sheet, part, sheet.limits.text.lengthMax)),
  },
  {
    id: 'photo_text_length',
    severity: 'error',
    find: (sheet, part) =>
      isPhotoText(sheet, part) ? tooLong(sheet, part, sheet.limits.text.photoLengthMax) : undefined,
  },
  {
    id: 'text_bytes',
    severity: 'error',
    find(
      {
        limits: {
          text: { bytesMax },
        },
      },
      { text },
    ) {
      const bytes = bytesMax > 0 ? Buffer.byteLength(text) : 0;
      if (bytes <= bytesMax) return undefined;
      return {
        field: 'text',
        message: `the text has ${bytes} bytes, at most ${bytesMax} are allowed.`,
        limit: bytesMax,
      };
    },
  },
  {
    id: 'text_characters',
    severity: 'error',
    find: ({ limits }, { text }) => rejectedCharacter('text', text, limits.text.rejectedCharacters),
  },
  {
    id: 'hashtag_count',
    severity: 'error',
    find: ({ limits }, { text }) =>
      tooMany(text, /(?<![\p{L}\p{N}_])#[\p{L}\p{N}_]+/gu, limits.text.hashtagsMax, 'hashtag'),
  },
  {
    id: 'poll_text_length',
    severity: 'error',
    find: ({ limits }, { text, options, isSegment }) => {
      const { option = '', textLengthMax = 0 } = limits.poll ?? {};
      if (textLengthMax === 0 || isSegment || options[option] === undefined || text.length <= textLengthMax)
        return undefined;
      const message = `the question of a poll has ${text.length} characters, at most ${textLengthMax} are allowed.`;
      return { field: 'text', message, limit: textLengthMax };
    },
  },
  {
    id: 'mention_count',
    severity: 'error',
    find: ({ limits }, { text }) =>
      tooMany(text, /(?<![\p{L}\p{N}_.])@[\p{L}\p{N}_.]+/gu, limits.text.mentionsMax, 'mention'),
  },
];

function isPhotoText({ limits }: Sheet, { media }: Part): boolean {
  return limits.text.photoLengthMax > 0 && media.length > 0 && media.every(({ type }) => type === 'image');
}

function tooLong({ limits }: Sheet, { text, options }: Part, lengthMax: number): Finding | undefined {
  if (lengthMax === 0) return undefined;
  const counted = (limits.text.countedOptions ?? [])
    .map((name) => options[name])
    .filter((value) => typeof value === 'string');
  const length = textLength(limits, [...counted, text].join(''));
  if (length <= lengthMax) return undefined;
  return {
    field: 'text',
    message: `the text has ${length} ${limits.text.counting === 'bytes' ? 'bytes' : 'characters'}, at most ${lengthMax} are allowed.`,
    limit: lengthMax,
  };
}

function tooMany(text: string, pattern: RegExp, most: number, noun: string): Finding | undefined {
  if (most === 0) return undefined;
  const found = text.match(pattern)?.length ?? 0;
  if (found <= most) return undefined;
  return { field: 'text', message: `the text has ${count(found, noun)}, at most ${most} are allowed.`, limit: most };
}

/** The first character of a text or title that the platform rejects. */
export function rejectedCharacter(field: string, text: string, characters = ''): Finding | undefined {
  const found = [...characters].find((character) => text.includes(character));
  return found === undefined ? undefined : { field, message: `the ${field} must not contain "${found}".` };
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
