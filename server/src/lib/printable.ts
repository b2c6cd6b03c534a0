import { z } from 'zod';

const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text for a terminal: signs that control it, or turn the direction of writing, are shown as `\u001b`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Characters that nobody sees, or that turn the direction of what follows: a name with them can pass for another. Emoji and
 * some scripts need joiners, selectors and tags. These may stand only where they have an effect.
 */
const HIDDEN = [
  /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb\u{16fe4}\u{1d159}\p{Default_Ignorable_Code_Point}]--[\u200c\u200d\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0020}-\u{e007f}\u{e0100}-\u{e01ef}]]/v,
  // Between letters of Arabic and Indic scripts, also at the beginning of a suffix.
  /(?<![[\p{L}\p{M}]--[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]])\u200c(?![\p{scx=Arab}\p{scx=Syrc}])/v,
  // The same, and between emoji.
  /(?<![[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u{e007f}\p{L}\p{M}]--[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]])\u200d(?![\p{scx=Arab}\p{scx=Syrc}])/v,
  // Variants of emoji, ideographs and symbols, and of the signs on keycaps.
  /(?<![[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{L}\p{M}\p{Sm}]--[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}]])[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}](?!\u20e3)/v,
  // Flags of regions.
  /(?<![\u{1f3f4}\u{e0020}-\u{e007e}])[\u{e0020}-\u{e007f}]/v,
];

function isVisible(text: string): boolean {
  return !HIDDEN.some((hidden) => hidden.test(text));
}

const HIDDEN_ERROR = { error: 'must not contain invisible characters or marks of direction' };

/** A name or another short text that identifies an item in a list. */
export const VisibleText = z.string().trim().refine(isVisible, HIDDEN_ERROR);

/** The same with line breaks and tabs. */
export const VisibleLines = z
  .string()
  .trim()
  .refine((text) => isVisible(text.replace(/\r?\n|\t/g, ' ')), HIDDEN_ERROR);
