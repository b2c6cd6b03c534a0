import { exampleDataset } from './example-dataset.fixture.ts';
import { writeFiles } from './write-files.ts';

const SAMPLE_MS = 10;

/** Writes all files of a large export and prints how many bytes of memory that took at most, above the time before. */
const before = process.memoryUsage().rss;
let highest = before;
const sampling = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage().rss);
}, SAMPLE_MS);
const sizes: Record<string, number> = {};
await writeFiles(exampleDataset({ items: 500, days: 365, comments: 100_000 }), async ({ kind }, content) => {
  for await (const piece of content) sizes[kind] = (sizes[kind] ?? 0) + piece.byteLength;
});
clearInterval(sampling);
process.stdout.write(JSON.stringify({ bytes: highest - before, sizes }));
