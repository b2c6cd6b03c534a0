import { escapeUTF8 } from 'entities/escape';

/** Characters that XML 1.0 forbids. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text without control characters and lone surrogates: each becomes U+FFFD. */
export function safeText(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, '\uFFFD');
}

/** At most `lengthMax` characters (UTF-16), never half of a pair. A cut text ends with `end`. */
export function cutText(text: string, lengthMax: number, end = '…'): string {
  if (text.length <= lengthMax) return text;
  const cut = text.slice(0, lengthMax - end.length);
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)) + end;
}

/** A text that is safe to show, for the content and the attributes of XML and HTML. */
export function safeMarkup(text: string): string {
  return escapeUTF8(safeText(text));
}

/** One line: line ends and runs of spaces become one space. */
export function oneLine(text: string): string {
  return safeText(text).replace(/\s+/g, ' ').trim();
}
