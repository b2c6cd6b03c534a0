/** The items of an iterable, as an array. */
export async function allOf<One>(items: AsyncIterable<One>): Promise<One[]> {
  const all: One[] = [];
  for await (const item of items) all.push(item);
  return all;
}
