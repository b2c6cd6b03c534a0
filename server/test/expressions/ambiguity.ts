import { type Step, toAutomaton } from './automaton.ts';

export interface Expression {
  readonly source: string;
  readonly flags: string;
}

export type Growth = 'linear' | 'polynomial' | 'exponential';
type Steps = readonly (readonly Step[])[];
type Loop = ReadonlySet<number>;

/**
 * The growth of a backtracking matcher's time with its text, over all starts of a search. The measure is the ambiguity of the automaton (Weideman et al., "Analyzing Matching Time Behavior of Backtracking Regular Expression
 * Matchers by Using Ambiguity of NFA", 2016):
 *
 * - exponential: a word leads in two ways from a state back to it.
 * - polynomial: a word leads from a state back to it, also to a second state, and from the second back to that.
 */
export function growthOf(expression: Expression): Growth {
  const { steps, accepts } = toAutomaton(expression);
  // Nothing is tried again behind a state that always leads to a match.
  const failing = steps.map((found, state) => (accepts.has(state) ? [] : found.filter(({ to }) => !accepts.has(to))));
  const loops = loopsOf(failing);
  if (loops.some((loop) => isAmbiguous(failing, loop))) return 'exponential';
  return loopsOf(steps).some((one) => loops.some((other) => isHandedOver(steps, one, other))) ? 'polynomial' : 'linear';
}

/** Sets of states that lead to each other. */
function loopsOf(steps: Steps): Loop[] {
  const next = (state: number) => (steps[state] ?? []).map(({ to }) => to);
  const behind = steps.map((_, state) => closure(next(state), next));
  const loops: Loop[] = [];
  for (const [state, reached] of behind.entries())
    if (reached.has(state) && !loops.some((loop) => loop.has(state)))
      loops.push(new Set([...reached].filter((other) => behind[other]?.has(state))));
  return loops;
}

function isAmbiguous(steps: Steps, loop: Loop): boolean {
  const inside = (state: number) => (steps[state] ?? []).filter(({ to }) => loop.has(to));
  const size = steps.length;
  const next = (pair: number) => {
    const others = inside(pair % size);
    return inside(Math.floor(pair / size)).flatMap((a) =>
      others.filter((b) => fit(a, b)).map((b) => a.to * size + b.to),
    );
  };
  return [...loop].some((state) => {
    const forks = inside(state).flatMap((a, index, all) =>
      all.slice(index + 1).flatMap((b) => (fit(a, b) ? [a.to * size + b.to] : [])),
    );
    return closure(forks, next).has(state * size + state);
  });
}

function isHandedOver(steps: Steps, one: Loop, other: Loop): boolean {
  const size = steps.length;
  const next = (triple: number) => {
    const within = (state: number, loop: Loop) => (steps[state] ?? []).filter(({ to }) => loop.has(to));
    const first = within(Math.floor(triple / size / size), one);
    const second = steps[Math.floor(triple / size) % size] ?? [];
    const third = within(triple % size, other);
    return first.flatMap((a) =>
      second.flatMap((b) =>
        fit(a, b) ? third.filter((c) => fit(a, b, c)).map((c) => (a.to * size + b.to) * size + c.to) : [],
      ),
    );
  };
  return [...one].some((p) =>
    [...other].some((q) => p !== q && closure(next((p * size + p) * size + q), next).has((p * size + q) * size + q)),
  );
}

/** Whether one text can take these steps at the same time. */
function fit(...steps: readonly Step[]): boolean {
  return (
    steps.reduce((bits, { before }) => bits & before, -1n) !== 0n &&
    steps.reduce((bits, { after }) => bits & after, -1n) !== 0n
  );
}

/** These and all that `next` leads to from them. */
function closure(from: readonly number[], next: (item: number) => readonly number[]): Set<number> {
  const seen = new Set(from);
  const open = [...seen];
  for (let item = open.pop(); item !== undefined; item = open.pop())
    for (const found of next(item)) {
      if (seen.has(found)) continue;
      seen.add(found);
      open.push(found);
    }
  return seen;
}
