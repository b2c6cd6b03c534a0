import { type Assertion, CharBase, CharSet, type Concatenation, type Element, JS, type Quantifier } from 'refa';
import type { Expression } from './ambiguity.ts';

/** Sets of characters are bits: one for each class that the expression distinguishes, and one for the end of the text. */
type Characters = bigint;

/** The step from one read character to the next. Lookarounds bound both. */
export interface Step {
  readonly to: number;
  readonly before: Characters;
  readonly after: Characters;
}

/**
 * The ways of a backtracking matcher: a state for each place that reads a character. State 0 is the start of the text,
 * state 1 skips characters before a match. Two ways between the same states are two steps.
 */
export interface Automaton {
  readonly steps: readonly (readonly Step[])[];
  /** States that always lead to a match, so nothing is tried again behind them. */
  readonly accepts: ReadonlySet<number>;
}

/** A part that repeats no more often is written out. Others count as endless. */
const COPIES_MAX = 3;
/** The same for single characters, which match in one way only. */
const CHARACTERS_MAX = 100;
/** The most that `{8,16}` may differ before it counts as endless. */
const ROOM_MAX = 8;
/** A fixed list of a few thousand short sequences, which the parser would write out: to the analysis like one character. */
const EMOJI = String.raw`\p{RGI_Emoji}`;
const NODES_MAX = 100_000;
const WAYS_MAX = 20_000;

/** A way that reads nothing. `isSure` says that it is open for every text. */
interface Way {
  readonly to: number;
  readonly before: Characters;
  readonly after: Characters;
  readonly isSure: boolean;
}

/** Throws for a lookbehind that repeats, whose ways run backwards. */
export function toAutomaton({ source, flags }: Expression): Automaton {
  const parser = JS.Parser.fromLiteral({ source: source.replaceAll(EMOJI, '[^]'), flags });
  const { expression } = parser.parse({ backreferences: 'unknown', maxNodes: NODES_MAX, simplify: false });
  const sets = setsIn(expression.alternatives);
  const everything = CharSet.all(sets[0]?.maximum ?? 0);
  sets.push(everything);
  const base = new CharBase(sets);
  const bitsOf = (set: CharSet): Characters =>
    base.split(set).reduce((bits, index) => bits | (1n << BigInt(index)), 0n);
  const all = bitsOf(everything);
  const end = 1n << BigInt(base.sets.length);
  const any = all | end;

  // Nodes are places between characters and, when they read one, states.
  const ways: Way[][] = [];
  const read: (Characters | undefined)[] = [];
  const node = (characters?: Characters) => {
    read.push(characters);
    return ways.push([]) - 1;
  };
  const join = (from: number, to: number, bounds: Partial<Way> = {}) =>
    ways[from]?.push({ to, before: any, after: any, isSure: true, ...bounds });

  const alternatives = (from: number, concatenations: readonly Concatenation[]): number => {
    const after = node();
    for (const { elements } of concatenations) join(elements.reduce(element, joined(from)), after);
    return after;
  };
  const joined = (from: number) => {
    const to = node();
    join(from, to);
    return to;
  };
  const reads = (from: number, characters: Characters) => {
    const state = node(characters);
    join(from, state);
    return state;
  };
  const element = (from: number, item: Element): number => {
    switch (item.type) {
      case 'CharacterClass':
        return reads(from, bitsOf(item.characters));
      case 'Alternation':
        return alternatives(from, item.alternatives);
      case 'Unknown':
        return loop(from, 0, (start) => reads(start, all));
      case 'Quantifier':
        return repeat(from, item);
      case 'Assertion':
        return assertion(from, item);
    }
  };
  const loop = (from: number, min: number, body: (start: number) => number): number => {
    const start = joined(from);
    const last = body(start);
    join(last, start);
    const after = joined(last);
    if (min === 0) join(from, after);
    return after;
  };
  const repeat = (from: number, { min, max, alternatives: parts }: Quantifier): number => {
    const isOne =
      parts.length === 1 && parts[0]?.elements.length === 1 && parts[0].elements[0]?.type === 'CharacterClass';
    const isEndless = max - min > ROOM_MAX || max > (isOne ? CHARACTERS_MAX : COPIES_MAX);
    if (min > 1 && parts.some(isEmpty)) throw new Error('A part that may be empty repeats.');
    const body = (start: number) => alternatives(start, parts);
    if (isEndless) return loop(from, min, body);
    let last = from;
    for (let copy = 0; copy < min; copy++) last = body(last);
    const after = node();
    for (let copy = min; copy < max; copy++) {
      join(last, after);
      last = body(last);
    }
    join(last, after);
    return after;
  };
  const assertion = (from: number, item: Assertion): number => {
    const after = node();
    const bounds = boundsOf(item);
    if (bounds !== undefined) {
      join(from, after, item.kind === 'ahead' ? { after: bounds } : { before: bounds });
      return after;
    }
    if (item.kind === 'ahead') alternatives(from, item.alternatives);
    else if (repeats(item.alternatives)) throw new Error('A lookbehind repeats.');
    join(from, after, { isSure: false });
    return after;
  };
  /** The characters that a lookaround of one character admits; undefined for longer ones. */
  const boundsOf = ({ alternatives, kind, negate }: Assertion): Characters | undefined => {
    let admitted: Characters = 0n;
    for (const { elements } of alternatives) {
      const [only, second] = elements;
      if (second !== undefined) return undefined;
      if (only?.type === 'CharacterClass') admitted |= bitsOf(only.characters);
      else if (only?.type === 'Assertion' && only.kind === kind) {
        const inner = boundsOf(only);
        if (inner === undefined) return undefined;
        admitted |= inner;
      } else return undefined;
    }
    return negate ? any & ~admitted : admitted;
  };

  const start = node(end);
  const skip = node(all);
  const first = node();
  for (const state of [start, skip]) {
    if (!flags.includes('y')) join(state, skip);
    join(state, first);
  }
  const goal = alternatives(first, expression.alternatives);

  const accepts = new Set<number>();
  const steps = ways.map((_, state): Step[] => {
    const characters = read[state];
    if (characters === undefined) return [];
    const found: Step[] = [];
    const path = new Set<number>();
    let count = 0;
    const walk = (at: number, before: Characters, after: Characters, isSure: boolean) => {
      if (++count > WAYS_MAX) throw new Error('There are too many ways through this expression.');
      if (at === goal && isSure && before === characters && after === any) accepts.add(state);
      path.add(at);
      for (const way of ways[at] ?? []) {
        const [nowBefore, nowAfter] = [before & way.before, after & way.after];
        const reading = read[way.to];
        if (nowBefore === 0n || nowAfter === 0n) continue;
        if (reading === undefined) {
          if (!path.has(way.to)) walk(way.to, nowBefore, nowAfter, isSure && way.isSure);
        } else if ((nowAfter & reading) !== 0n)
          found.push({ to: way.to, before: nowBefore, after: nowAfter & reading });
      }
      path.delete(at);
    };
    walk(state, characters, any, true);
    return found;
  });
  return { steps, accepts };
}

function setsIn(concatenations: readonly Concatenation[]): CharSet[] {
  return concatenations.flatMap(({ elements }) =>
    elements.flatMap((item) => {
      if (item.type === 'Unknown') return [];
      return item.type === 'CharacterClass' ? [item.characters] : setsIn(item.alternatives);
    }),
  );
}

function isEmpty({ elements }: Concatenation): boolean {
  return elements.every(
    (item) =>
      item.type === 'Assertion' ||
      (item.type === 'Quantifier' && item.min === 0) ||
      ((item.type === 'Quantifier' || item.type === 'Alternation') && item.alternatives.some(isEmpty)),
  );
}

function repeats(concatenations: readonly Concatenation[]): boolean {
  return concatenations
    .flatMap(({ elements }) => elements)
    .some(
      (item) =>
        item.type === 'Unknown' ||
        (item.type === 'Quantifier' && item.max - item.min > ROOM_MAX) ||
        (item.type !== 'CharacterClass' && repeats(item.alternatives)),
    );
}
