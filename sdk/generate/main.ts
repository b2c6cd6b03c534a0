import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { toExamples } from './examples.ts';
import { hashOf } from './hash.ts';
import { toResources } from './resources.ts';

/** `npm run sdk`: writes the types and the table of `sdk/src/generated`, and `sdk/EXAMPLES.md`, from `openapi.json`. */
const text = readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8');
const folder = join(import.meta.dirname, '../src/generated');
// The object is changed by the library, so each reader has its own.
const types = astToString(await openapiTS(JSON.parse(text), { defaultNonNullable: false }));
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'openapi.ts'), types);
writeFileSync(join(folder, 'resources.ts'), toResources(JSON.parse(text), hashOf(text)));
writeFileSync(join(import.meta.dirname, '../EXAMPLES.md'), toExamples(JSON.parse(text)));
console.log(`${folder}: written`);
