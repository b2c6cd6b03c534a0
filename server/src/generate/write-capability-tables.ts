import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../cli/commands/index.ts';
import { withCapabilities } from './capability-tables.ts';
import { cliPage } from './cli-page.ts';

/** `npm run capabilities`: writes the platforms' capability tables into docs/platforms, and the page of the commands. */
const DOCS = join(import.meta.dirname, '../../../docs');
const platforms = join(DOCS, 'platforms/README.md');
writeFileSync(platforms, withCapabilities(readFileSync(platforms, 'utf8')));
console.log(`${platforms}: the tables of the platforms`);
const page = join(DOCS, 'cli.md');
writeFileSync(page, cliPage(commands));
console.log(`${page}: the commands`);
