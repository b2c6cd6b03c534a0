import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '../../core/errors.ts';
import { operations } from '../../operations.ts';
import { titleOf } from './answers.ts';
import { toOpenApi } from './document.ts';
import type { Json } from './schemas.ts';

const { components, paths } = toOpenApi(operations, '1.0.0') as {
  components: { schemas: Json; headers: Json };
  paths: Record<string, Record<string, { operationId: string; description: string; responses: Json }>>;
};
const described = Object.values(paths).flatMap((methods) => Object.values(methods));

/** The statuses of the shared response `4XX`. */
const OF_EVERY_OPERATION = [402, 405, 413, 415];

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

test('the rejections that a description names are among the responses', () => {
  const missing = described.flatMap(({ operationId, description, responses }) => {
    const statuses = [...description.matchAll(/`(\w+)`/g)].flatMap(([, word]) => ERROR_STATUS[word as ErrorCode] ?? []);
    const isMissing = (status: number) =>
      !(status in responses) && status < 500 && !OF_EVERY_OPERATION.includes(status);
    return statuses.filter(isMissing).map((status) => `${operationId} ${status}`);
  });
  expect(missing).toEqual([]);
});

test('a dry run that has a response of its own has an example of it', () => {
  const previews = described.flatMap(({ operationId, responses }) => {
    const content = (responses[200] as { content?: Record<string, Json> } | undefined)?.content?.['application/json'];
    const isPreview = /Preview$/.test((content?.schema as { $ref?: string } | undefined)?.$ref ?? '');
    return isPreview ? [[operationId, (content?.example as Json | undefined)?.dry_run]] : [];
  });
  expect(previews).toContainEqual(['create_post', true]);
  expect(previews.filter(([, isDryRun]) => isDryRun !== true)).toEqual([]);
});
