import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toExamples } from './examples.ts';
import { documentText, makeGenerated } from './generated.ts';

/** `npm run sdk`: writes `sdk/src/generated` and `sdk/EXAMPLES.md` from `openapi.json`. */
await makeGenerated();
const page = join(import.meta.dirname, '../EXAMPLES.md');
writeFileSync(page, toExamples(JSON.parse(documentText())));
console.log(`${page}: written`);
