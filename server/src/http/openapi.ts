import { ERROR_STATUS } from '../core/errors.ts';
import type { AnyOperation } from '../core/operation.ts';
import { fieldsOf, pathFieldsOf, queryFieldsOf } from '../execute/parse-input.ts';
import { type Json, schemaWriter, type ToSchema } from './openapi-schemas.ts';
import { toWebhooks } from './openapi-webhooks.ts';

const ErrorBody: Json = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'What went wrong, for people' },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    request_id: { type: 'string' },
    detail_code: { type: 'string', description: 'A finer code below `code`' },
    meta: { type: 'object', description: 'Facts, such as `field`, `max`, `retry_after`', additionalProperties: true },
  },
};

/** The parameters that every write takes. */
const OF_WRITES: Json = {
  DryRun: {
    name: 'dry_run',
    in: 'query',
    required: false,
    description: 'true: check everything, change nothing',
    schema: { type: 'boolean' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Repeating a request with the same key returns the first answer; kept for 24 hours',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
};

/** The preference of operations that verify an address. */
const PREFER_VERIFICATION: Json = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: 'verification=none: the address is saved without the ping; warnings[] says so',
  schema: { type: 'string' },
};

/** The OpenAPI 3.1 document of the operations. `root`: the path below which a proxy serves them. */
export function toOpenApi(operations: readonly AnyOperation[], version: string, root = '/'): Json {
  const paths: Record<string, Json> = {};
  const { toSchema, schemas } = schemaWriter();
  for (const operation of operations) {
    paths[operation.http.path] = {
      ...paths[operation.http.path],
      [operation.http.method]: toPathItem(operation, toSchema),
    };
  }
  const { webhooks, parameters } = toWebhooks(toSchema);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hubbub',
      version,
      description: 'Publish to all social accounts of a business and answer everything that comes back.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: root }],
    security: [{ apiKey: [] }],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: hub_live_… or hub_test_…' },
      },
      parameters: { ...OF_WRITES, PreferVerification: PREFER_VERIFICATION, ...parameters },
      schemas: { Error: ErrorBody, ...schemas },
      responses: {
        Error: {
          description: 'An error',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  };
}

function toPathItem(operation: AnyOperation, toSchema: ToSchema): Json {
  const input = toSchema(operation.input, 'input') as { properties?: Record<string, Json>; required?: string[] };
  const properties = input.properties ?? {};
  const required = new Set(input.required ?? []);
  const inPath = pathFieldsOf(operation);
  const inQuery = queryFieldsOf(operation);
  const isWrite = operation.http.method !== 'get';
  const example = (operation.example?.input ?? {}) as Json;
  const parameter = (name: string, place: string) => {
    const { description, ...schema } = properties[name] ?? {};
    return {
      name,
      in: place,
      required: place === 'path' || required.has(name),
      ...(description === undefined ? {} : { description }),
      schema,
      ...(name in example ? { example: example[name] } : {}),
    };
  };
  const parameters = [
    ...inPath.map((name) => parameter(name, 'path')),
    ...inQuery.map((name) => parameter(name, 'query')),
    ...(isWrite ? Object.keys(OF_WRITES).map((name) => ({ $ref: `#/components/parameters/${name}` })) : []),
    ...(operation.verifiesAddress === true ? [{ $ref: '#/components/parameters/PreferVerification' }] : []),
  ];
  const inBody = fieldsOf(operation.input).filter((name) => !inPath.includes(name) && !inQuery.includes(name));
  const output = operation.http.status === 204 ? undefined : toSchema(operation.output, 'output');
  const statuses = [operation.http.status, ...(operation.alsoAnswers ?? [])];
  return {
    operationId: operation.name,
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    tags: [operation.tag],
    'x-scope': operation.scope,
    ...(operation.charge === undefined ? {} : { 'x-charge': operation.charge }),
    parameters,
    ...(inBody.length === 0
      ? {}
      : {
          requestBody: {
            required: inBody.some((name) => required.has(name)),
            content: {
              [operation.upload === undefined ? 'application/json' : 'multipart/form-data']: {
                schema: bodySchema(properties, required, inBody),
                ...(inBody.some((name) => name in example)
                  ? {
                      example: Object.fromEntries(
                        inBody.flatMap((name) => (name in example ? [[name, example[name]]] : [])),
                      ),
                    }
                  : {}),
              },
            },
          },
        }),
    responses: {
      ...Object.fromEntries(
        statuses.map((status) => [
          String(status),
          {
            description: describe(status),
            ...(output === undefined
              ? {}
              : {
                  content: {
                    [operation.isStream ? 'text/event-stream' : 'application/json']: {
                      schema: output,
                      ...(operation.example === undefined || status !== operation.http.status
                        ? {}
                        : { example: operation.example.output }),
                    },
                  },
                }),
          },
        ]),
      ),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function bodySchema(properties: Record<string, Json>, required: Set<string>, names: string[]): Json {
  const needed = names.filter((name) => required.has(name));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    ...(needed.length === 0 ? {} : { required: needed }),
    additionalProperties: false,
  };
}

function describe(status: number): string {
  return (
    {
      200: 'Done',
      201: 'Created',
      204: 'Done',
      207: 'Some targets were published, others were not',
      422: 'No target was published',
    }[status] ?? 'Answer'
  );
}
