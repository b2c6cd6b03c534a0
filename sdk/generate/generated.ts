import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toResources } from './resources.ts';

const FOLDER = join(import.meta.dirname, '../src/generated');
const TYPES = join(FOLDER, 'openapi.ts');
const RESOURCES = join(FOLDER, 'resources.ts');
const DOCUMENT = join(import.meta.dirname, '../../openapi.json');

/** The text of `openapi.json`. */
export const documentText = (): string => readFileSync(DOCUMENT, 'utf8');

/** Names the version of `openapi.json` and of the generator that the generated files are made from. */
export function hashOfSources(): string {
  const hash = createHash('sha256').update(documentText());
  const generator = readdirSync(import.meta.dirname).sort();
  for (const name of ['../package.json', ...generator]) hash.update(readFileSync(join(import.meta.dirname, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Writes the types and the table of `sdk/src/generated` from `openapi.json`, unless they are fresh. */
export async function makeGenerated(): Promise<void> {
  const hash = hashOfSources();
  if (existsSync(TYPES) && existsSync(RESOURCES) && readFileSync(RESOURCES, 'utf8').split('\n', 1)[0]?.includes(hash))
    return;
  // Loading the library takes a second, which fresh files need not cost.
  const { astToString, default: openapiTS } = await import('openapi-typescript');
  const text = documentText();
  mkdirSync(FOLDER, { recursive: true });
  // The object is changed by the library, so each reader has its own.
  writeFileSync(TYPES, astToString(await openapiTS(JSON.parse(text), { defaultNonNullable: false })));
  // The hash comes last, so that an interrupted run leaves nothing that looks fresh.
  writeFileSync(RESOURCES, toResources(JSON.parse(text), hash));
  console.log('sdk/src/generated: written');
}
