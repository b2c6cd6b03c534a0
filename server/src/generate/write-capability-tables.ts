import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../cli/commands/index.ts';
import { withCapabilities } from './capability-tables.ts';
import { cliPage } from './cli-page.ts';

/** `npm run capabilities`: writes the platforms' capability tables into the README, and the page of the commands. */
const ROOT = join(import.meta.dirname, '../../..');
const readme = join(ROOT, 'README.md');
writeFileSync(readme, withCapabilities(readFileSync(readme, 'utf8')));
console.log(`${readme}: the tables of the platforms`);
const page = join(ROOT, 'docs/cli.md');
writeFileSync(page, cliPage(commands));
console.log(`${page}: the commands`);
