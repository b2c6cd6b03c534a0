import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operations } from '../../operations.ts';
import { titleOf } from './answers.ts';
import { toOpenApi } from './document.ts';
import type { Json } from './schemas.ts';

const { components } = toOpenApi(operations, '1.0.0') as { components: { schemas: Json; headers: Json } };

/** The fields of a schema, with those of its parts. */
function fieldsOf({ properties = {}, allOf = [] }: Json): [string, Json][] {
  return [...Object.entries(properties as Record<string, Json>), ...(allOf as Json[]).flatMap(fieldsOf)];
}

test('no schema has the name that generators give to a field of another', () => {
  const named = Object.entries(components.schemas as Record<string, Json>).flatMap(([name, schema]) =>
    fieldsOf(schema).flatMap(([field, { properties, enum: words }]) =>
      properties === undefined && words === undefined ? [] : [`${name}${titleOf(field)}`],
    ),
  );
  expect(named.filter((name) => name in components.schemas)).toEqual([]);
});

test('the headers of limits are described as in docs/limits.md', () => {
  const docs = readFileSync(new URL('../../../../docs/limits.md', import.meta.url), 'utf8');
  for (const name of ['RateLimit', 'RateLimit-Policy']) {
    const [, example] = docs.match(new RegExp(`^${name}: (.+)$`, 'm')) ?? [];
    const { description } = components.headers[name] as { description: string };
    expect(description).toContain(`\`${example}\`; on every response`);
  }
});
