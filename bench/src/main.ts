import { parseArgs } from 'node:util';
import { createPost } from './cases/create-post.ts';
import { readPosts } from './cases/read-posts.ts';
import { comparisonTable } from './report.ts';
import { makeBed } from './run/bed.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const bed = await makeBed();
const wants = (name: string) => values.only === undefined || values.only.split(',').includes(name);
const results = {
  ...(wants('read') ? await readPosts(bed, rounds) : {}),
  ...(wants('create') ? await createPost(bed, rounds) : {}),
};
for (const [title, comparison] of Object.entries(results)) console.log(comparisonTable(title, comparison));
await bed.stop();
