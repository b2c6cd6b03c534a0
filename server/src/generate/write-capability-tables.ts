import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCapabilities } from './capabilities.ts';

/** `npm run capabilities`: writes the tables of what each platform can do into the README. */
const path = join(import.meta.dirname, '../../README.md');
writeFileSync(path, withCapabilities(readFileSync(path, 'utf8')));
console.log(`${path}: the tables of the platforms`);
