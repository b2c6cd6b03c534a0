import bidiModule, { type Bidi } from 'bidi-js';

// Its types describe the ES module; Node loads the other one, which is the function itself.
const bidi = (bidiModule as unknown as () => Bidi)();

export type Direction = 'ltr' | 'rtl';

/** The direction of the first letter that has one (UAX 9, P2). */
export function directionOf(text: string): Direction {
  return (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';
}

/**
 * The pieces of a line from left to right, as they are shown (UAX 9, L2 and L4). Letters inside a piece keep their
 * order: the font turns them. Pieces of right-to-left text are single words.
 */
export function visualOrder(line: string, direction: Direction): readonly string[] {
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  const runs: { text: string; level: number }[] = [];
  for (let at = 0; at < line.length; at++) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    if (last !== undefined && last.level === level) last.text += line.charAt(at);
    else runs.push({ text: line.charAt(at), level });
  }
  const pieces = runs.flatMap(({ text, level }) =>
    level % 2 === 0
      ? { text, level }
      : text
          .split(/(\s+)/)
          .filter(Boolean)
          .map((word) => ({ text: mirror(word), level })),
  );
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) turn(pieces, level);
  return pieces.map(({ text }) => text);
}

/** Turns every sequence of pieces of at least the level. */
function turn(pieces: { readonly level: number }[], level: number): void {
  for (let start = 0; start < pieces.length; start++) {
    if ((pieces[start]?.level ?? 0) < level) continue;
    let end = start;
    while ((pieces[end]?.level ?? 0) >= level) end++;
    pieces.splice(start, end - start, ...pieces.slice(start, end).reverse());
    start = end;
  }
}

function mirror(word: string): string {
  return Array.from(word, (sign) => bidi.getMirroredCharacter(sign) ?? sign).join('');
}
