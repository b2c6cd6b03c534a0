import type { Expression } from './ambiguity.ts';

const LITERAL = /\/(?![*/])((?:[^\\/[\r\n]|\\.|\[(?:[^\\\]\r\n]|\\.)*\])+)\/([a-z]*)/y;
/** An expression follows no name, number or end of a text. */
const BEFORE = /(?:(?:^|[^^\s\w$'"`.\\\]/])\s*|\b(?:return|typeof|case|of|in|yield|await)\s+)$/;
const BEFORE_CHARACTERS = 20;

/**
 * All that could be a literal expression with a repetition, without a parser. Divisions, paths and comments that look
 * like one are found too, so that none is missed.
 */
export function literalsIn(text: string): Expression[] {
  const found: Expression[] = [];
  for (let at = text.indexOf('/'); at !== -1; at = text.indexOf('/', at + 1)) {
    LITERAL.lastIndex = at;
    const [, source, flags] = LITERAL.exec(text) ?? [];
    if (source === undefined || flags === undefined || !/[*+{]/.test(source)) continue;
    if (!BEFORE.test(text.slice(Math.max(0, at - BEFORE_CHARACTERS), at))) continue;
    if (isExpression(source, flags)) found.push({ source, flags });
  }
  return found;
}

function isExpression(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}

/** The expressions that are made from text while a module is loaded, with the line that makes them. */
export async function madeByLoading(path: string): Promise<(Expression & { readonly place: string })[]> {
  const made: (Expression & { readonly place: string })[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, [pattern, flags]: [string | RegExp, string | undefined]) {
      const expression = new target(pattern, flags);
      // The first two lines are the message and this function.
      const place = new Error().stack?.split('\n')[2] ?? '';
      if (place.includes(`${path}?`)) made.push({ source: expression.source, flags: expression.flags, place });
      return expression;
    },
  });
  try {
    // The query makes Node load the module once more.
    await import(`${path}?expressions`);
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}
