import { HASHTAG, MENTION } from '../../../core/text-ranges.ts';
import { lengthRule, TEXT_LENGTHS } from './lengths.ts';
import { count, type Finding, type Part, type Rule } from './rule.ts';

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
  lengthRule('text_length', 'text', TEXT_LENGTHS.text_length),
  lengthRule('photo_text_length', 'text', TEXT_LENGTHS.photo_text_length),
  lengthRule('text_bytes', 'text', TEXT_LENGTHS.text_bytes),
  {
    id: 'text_characters',
    severity: 'error',
    find: ({ limits }, { text }) => rejectedCharacter('text', text, limits.text.rejectedCharacters),
  },
  {
    id: 'hashtag_count',
    severity: 'error',
    find: ({ limits }, { text }) => tooMany(text, HASHTAG, limits.text.hashtagsMax, 'hashtag'),
  },
  lengthRule('poll_text_length', 'question of a poll', TEXT_LENGTHS.poll_text_length),
  {
    id: 'mention_count',
    severity: 'error',
    find: ({ limits }, { text }) => tooMany(text, MENTION, limits.text.mentionsMax, 'mention'),
  },
];

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
