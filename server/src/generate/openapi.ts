import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../config/version.ts';
import { toOpenApi, writeDocument } from '../http/openapi/document.ts';
import { operations } from '../operations.ts';

/** `npm run openapi`: writes the OpenAPI document to the root of the repository. */
const path = join(import.meta.dirname, '../../../openapi.json');
writeFileSync(path, writeDocument(toOpenApi(operations, VERSION)));
console.log(`${path}: ${operations.length} operations`);
