import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract, type Header, pack } from 'tar-stream';
import { MAC, MANIFEST } from './archive.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests change manifests as they like.
type Json = any;

/** The parts of an archive that a test changes. */
export interface Parts {
  manifest: Json;
  readonly entries: { name: string; content: Buffer; type?: Header['type'] }[];
  /** Undefined: the archive has none. */
  mac: Buffer | undefined;
  /** Whether hashes and sizes are made to fit, as whoever means harm would do. */
  isSealed: boolean;
}

/** Writes a changed copy of an archive. */
export async function changed(path: string, to: string, change: (parts: Parts) => void): Promise<void> {
  const tar = extract();
  const entries: Parts['entries'] = [];
  Readable.from([await readFile(path)]).pipe(tar);
  for await (const entry of tar) entries.push({ name: entry.header.name, content: await buffer(entry) });
  const mac = entries.at(-1)?.name === MAC ? entries.pop()?.content : undefined;
  const last = entries.pop();
  const parts: Parts = { manifest: JSON.parse(last?.content.toString() ?? ''), entries, mac, isSealed: true };
  change(parts);
  if (parts.isSealed)
    parts.manifest.entries = Object.fromEntries(parts.entries.map((entry) => [entry.name, described(entry)]));
  const out = pack();
  for (const { name, content, type } of [
    ...entries,
    { name: MANIFEST, content: Buffer.from(JSON.stringify(parts.manifest)) } as Parts['entries'][0],
    ...(parts.mac === undefined ? [] : [{ name: MAC, content: parts.mac } as Parts['entries'][0]]),
  ])
    out.entry(
      { name, ...(type === undefined ? {} : { type, linkname: '/etc/passwd' }) },
      type === undefined ? content : '',
    );
  out.finalize();
  await writeFile(to, await buffer(out as unknown as AsyncIterable<Buffer>));
}

function described({ name, content }: { name: string; content: Buffer }) {
  const rows = name.startsWith('tables/') ? { rows: linesOf(content).length } : {};
  return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex'), ...rows };
}

function linesOf(content: Buffer): string[] {
  return content.toString().split('\n').slice(0, -1);
}

/** Changes the rows of a table. */
export function rowsIn({ entries }: Parts, table: string, change: (rows: Json[]) => Json[]): void {
  const entry = entries.find(({ name }) => name === `tables/${table}.jsonl`);
  if (entry === undefined) throw new Error(`the archive has no ${table}`);
  const rows = linesOf(entry.content).map((line) => JSON.parse(line));
  entry.content = Buffer.from(
    change(rows)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );
}
