import { z } from 'zod';
import { ERROR_STATUS } from '../../core/errors.ts';
import { HELD_STATES } from '../../core/held.ts';
import type { AnyOperation } from '../../core/operation.ts';
import { PageFields } from '../../core/page.ts';
import { sessionCalls } from '../sessions/calls.ts';
import { HEADERS, sharedResponses } from './answers.ts';
import { PARAMETERS, toPathItem } from './operation.ts';
import { type Json, refTo, schemaWriter } from './schemas.ts';
import { shareFields, shareParameters } from './sharing.ts';
import { tagsOf } from './tags.ts';
import { toWebhooks } from './webhooks.ts';

const SCHEMAS: Readonly<Record<string, Json>> = {
  Error: {
    type: 'object',
    required: ['error', 'code'],
    properties: {
      error: { type: 'string', description: 'What went wrong, for people' },
      code: refTo('schemas', 'ErrorCode'),
      request_id: { type: 'string' },
      detail_code: { type: 'string', description: 'A finer code below `code`' },
      meta: { type: 'object', description: 'Facts, such as `field`, `max`, `retry_after`', additionalProperties: true },
    },
  },
  ErrorCode: { type: 'string', enum: Object.keys(ERROR_STATUS) },
  Waiting: {
    type: 'object',
    required: ['status', 'held_id'],
    properties: {
      status: { type: 'string', enum: [...HELD_STATES], description: 'The state of what waits' },
      held_id: { type: 'string', pattern: '^held_' },
    },
    additionalProperties: true,
  },
  DryRun: {
    type: 'object',
    required: ['dry_run'],
    properties: {
      dry_run: { type: 'boolean', const: true },
      cost: {
        type: 'object',
        description: 'What the request would have taken of the plan',
        properties: { posts: { type: 'integer' }, interactions: { type: 'integer' } },
      },
      joins: {
        type: 'boolean',
        description: 'true: an equal request is unfinished or just ended, so this one would answer its outcome',
      },
      waits_for: { type: 'string', enum: ['sending', 'brand'], description: 'Why the request would wait for a person' },
    },
  },
};

/** The OpenAPI 3.1 document of the operations. `root`: the path below which a proxy serves them. */
export function toOpenApi(operations: readonly AnyOperation[], version: string, root = '/'): Json {
  const paths: Record<string, Json> = {};
  const writer = schemaWriter();
  Object.assign(writer.schemas, SCHEMAS);
  writer.toSchema(z.array(PageFields), 'output');
  for (const operation of operations) {
    const { path, method } = operation.http;
    paths[path] = { ...paths[path], [method]: toPathItem(operation, writer) };
  }
  for (const call of sessionCalls) {
    const { path, method } = call.http;
    const item = toPathItem({ ...call, tag: 'People', scope: 'any' } as unknown as AnyOperation, writer);
    paths[path] = {
      ...paths[path],
      [method]: { ...item, security: call.needs === 'nothing' ? [] : [{ session: [] }] },
    };
  }
  const { webhooks, parameters: ofWebhooks } = toWebhooks(writer.toSchema);
  const parameters: Json = { ...PARAMETERS, ...ofWebhooks };
  shareParameters(
    Object.values(paths).flatMap((methods) => Object.values(methods) as Json[]),
    parameters,
  );
  shareFields(writer.schemas as Record<string, Json>);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hubbub',
      version,
      description:
        'Publish to all social accounts of a business and answer everything that comes back.\n\nEvery response tells in `RateLimit` and `RateLimit-Policy` how many requests are left.',
      contact: { name: 'The operator of this installation' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: root, description: 'This installation' }],
    security: [{ apiKey: [] }, { session: [] }],
    tags: tagsOf([...operations, { tag: 'People' }]),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: hub_live_… or hub_test_…' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-hubbub_session',
          description:
            'The cookie of a person who has signed in. Requests name the workspace in `X-Hubbub-Workspace` and the environment in `X-Hubbub-Mode` (`live` or `test`); those that change something come from the origin of the service.',
        },
      },
      parameters,
      headers: HEADERS,
      responses: sharedResponses(paths),
      schemas: sortedByName(writer.schemas),
    },
  };
}

function sortedByName(schemas: Json): Json {
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const LINE_MAX = 2000;

/** The document as text: a part that fits on a line stands on one. */
export function writeDocument(document: Json): string {
  const write = (part: unknown, before: number): string => {
    const text = JSON.stringify(part);
    if (part === null || typeof part !== 'object' || before + text.length < LINE_MAX) return text;
    if (Array.isArray(part)) return `[\n${part.map((item) => write(item, 0)).join(',\n')}]`;
    const fields = Object.entries(part).map(([name, value]) => {
      const head = `${JSON.stringify(name)}: `;
      return `${head}${write(value, head.length)}`;
    });
    return `{\n${fields.join(',\n')}}`;
  };
  return `${write(JSON.parse(JSON.stringify(document)), 0)}\n`;
}
