import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCapabilities } from './capability-tables.ts';

/** `npm run capabilities`: writes the platforms' capability tables into docs/platforms. */
const path = join(import.meta.dirname, '../../../docs/platforms/README.md');
writeFileSync(path, withCapabilities(readFileSync(path, 'utf8')));
console.log(`${path}: the tables of the platforms`);
