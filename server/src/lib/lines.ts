/** Lets pieces of work of one name run one after the other; those of other names do not wait for them. */
export function createLines(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, (() => void)[]>();
  return async (name, work) => {
    const line = lines.get(name);
    if (line === undefined) lines.set(name, []);
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await work();
    } finally {
      const next = lines.get(name)?.shift();
      if (next === undefined) lines.delete(name);
      else next();
    }
  };
}
