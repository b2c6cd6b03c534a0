/** How many things there are under each name. A name costs memory only while it has some. */
export interface Counts {
  of(name: string): number;
  /** Adds one. The result, which is called once, takes it away again. */
  add(name: string): () => void;
}

export function createCounts(): Counts {
  const counts = new Map<string, number>();
  const of = (name: string) => counts.get(name) ?? 0;
  return {
    of,
    add(name) {
      counts.set(name, of(name) + 1);
      return () => {
        const left = of(name) - 1;
        if (left === 0) counts.delete(name);
        else counts.set(name, left);
      };
    },
  };
}
