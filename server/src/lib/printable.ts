import { z } from 'zod';

const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text for a terminal: signs that control it, or turn the direction of writing, are shown as `\u001b`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Characters that nobody sees, or that turn the direction of what follows: a name with them can pass for another. Joiners
 * (U+200C, U+200D), tags and variation selectors stay, because emoji and Indic scripts need them. Lines may break.
 */
const VISIBLE =
  /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]*$/;

/** A name or another short text that identifies an item in a list. */
export const VisibleText = z
  .string()
  .trim()
  .regex(VISIBLE, 'must not contain invisible characters or marks of direction');
