import type { z } from 'zod';
import { invalid, missing } from '../../core/errors.ts';

/** `metadata` checked by the platform's schema; 400 names the field. */
export function readMetadata<Schema extends z.ZodObject>(
  schema: Schema,
  metadata: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const result = schema.safeParse(metadata);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    const name = `metadata.${issue.keys[0]}`.slice(0, 200);
    const known = Object.keys(schema.shape).map((key) => `metadata.${key}`);
    const hint = known.length === 0 ? 'Leave metadata out.' : `Known: ${known.join(', ')}.`;
    throw invalid(name, `There is no field ${JSON.stringify(name)} here. ${hint}`);
  }
  const field = ['metadata', ...(issue?.path ?? [])].join('.');
  const isMissing = issue?.code === 'invalid_type' && /received undefined/.test(issue.message);
  if (isMissing) throw missing(field);
  throw invalid(field, `${field}: ${issue?.message ?? 'not valid'}.`.replace(/\.\.$/, '.'));
}
