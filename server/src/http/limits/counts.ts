/** A name and the most that may be under it. */
export interface Bound {
  readonly name: string;
  readonly max: number;
}

/** How many there are under each name. A name takes memory only while it has some. */
export interface Counts {
  /** The first of the bounds that one more, or `more`, would exceed. */
  exceeded<B extends Bound>(bounds: readonly B[], more?: number): B | undefined;
  /** Adds one, or `more`, to each name. The result, which is called once, takes it away again. */
  add(bounds: readonly Bound[], more?: number): () => void;
}

export function createCounts(): Counts {
  const counts = new Map<string, number>();
  const of = (name: string) => counts.get(name) ?? 0;
  function change(bounds: readonly Bound[], by: number): void {
    for (const { name } of bounds) {
      const count = of(name) + by;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    }
  }
  return {
    exceeded: (bounds, more = 1) => bounds.find(({ name, max }) => of(name) + more > max),
    add(bounds, more = 1) {
      change(bounds, more);
      return () => change(bounds, -more);
    },
  };
}
