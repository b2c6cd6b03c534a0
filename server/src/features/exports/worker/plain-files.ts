import type { Dataset, FileSink } from '../dataset.ts';

/** Writes the items and comments as JSON Lines. */
export async function writeFiles(dataset: Dataset, sink: FileSink): Promise<void> {
  const filename = `export-${dataset.head.account.username}.jsonl`;
  await sink({ kind: 'jsonl', filename, contentType: 'application/jsonl' }, linesOf(dataset));
}

async function* linesOf({ head, items, days, comments }: Dataset): AsyncGenerator<Uint8Array> {
  const line = (kind: string, value: object) => Buffer.from(`${JSON.stringify({ kind, ...value })}\n`);
  const { brand, ...rest } = head;
  yield line('export', { ...rest, brand: brand.name, timezone: brand.timezone });
  for await (const item of items()) yield line('item', item);
  for await (const day of days()) yield line('day', day);
  for await (const comment of comments()) yield line('comment', comment);
}
