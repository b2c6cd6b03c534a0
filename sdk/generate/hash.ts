import { createHash } from 'node:crypto';

/** Names the version of `openapi.json` that the generated files were made from. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
