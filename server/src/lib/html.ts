import { escapeUTF8 } from 'entities/escape';

/** A piece of HTML. Everything else that goes into a template is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | undefined | false | readonly Part[];

/** A template whose values are escaped, unless they are HTML. Undefined and false give nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((string, at) => string + textOf(parts[at])).join(''));
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part !== 'string') return part.map(textOf).join('');
  return escapeUTF8(part.replace(DIRECTIONS, ''));
}

/** Characters that turn the direction of what follows them. A name could show another one with them (Unicode, UAX 9). */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
