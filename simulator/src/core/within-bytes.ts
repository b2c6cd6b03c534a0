/** A list of the control API holds about so many bytes at most. */
export const listBytesMax = 8 * 1024 ** 2;

/** The first items that count at most `bytesMax`, and at least one. */
export function firstWithin<Item>(items: readonly Item[], bytesOf: (item: Item) => number, bytesMax: number): Item[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += bytesOf(item);
    return bytes > bytesMax && index > 0;
  });
  return items.slice(0, end === -1 ? items.length : end);
}

/** The last items that count at most `bytesMax`, and at least one. */
export function lastWithin<Item>(items: readonly Item[], bytesOf: (item: Item) => number, bytesMax: number): Item[] {
  let bytes = 0;
  const before = items.findLastIndex((item, index) => {
    bytes += bytesOf(item);
    return bytes > bytesMax && index < items.length - 1;
  });
  return items.slice(before + 1);
}
