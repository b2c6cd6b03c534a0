import type { AnyOperation } from '../../core/operation.ts';
import { fieldsOf, pathFieldsOf, queryFieldsOf } from '../../execute/parse-input.ts';
import { responsesOf, titleOf } from './answers.ts';
import { exampleOf } from './examples.ts';
import { type Json, refTo, type SchemaWriter } from './schemas.ts';

const PREFER = { name: 'Prefer', in: 'header', schema: { type: 'string' } };
const LENIENT = '`handling=lenient`: unknown fields of the body are dropped instead of rejected';

/** The parameters that operations share. */
export const PARAMETERS: Readonly<Record<string, Json>> = {
  DryRun: {
    name: 'dry_run',
    in: 'query',
    description:
      'true: check everything, change nothing. The answer is 200, with `dry_run` and any `cost` beside its other fields',
    schema: { type: 'boolean' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Repeating a request with the same key returns the first answer; kept for 24 hours',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  Prefer: { ...PREFER, description: LENIENT },
  PreferWait: {
    ...PREFER,
    description: `\`wait=30\`: the answer waits up to so many seconds, 30 at most, for the outcome. ${LENIENT}`,
  },
  PreferVerification: {
    ...PREFER,
    description: `\`verification=none\`: the address is saved without the ping, and \`warnings\` says so. ${LENIENT}`,
  },
  LastEventID: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The `id` of the last message that arrived: the stream goes on after it',
    schema: { type: 'string' },
  },
};

/** One operation of the document. */
export function toPathItem(operation: AnyOperation, writer: SchemaWriter): Json {
  const { toSchema, named } = writer;
  const input = toSchema(operation.input, 'input') as { properties?: Record<string, Json>; required?: string[] };
  const properties = input.properties ?? {};
  const required = new Set(input.required ?? []);
  const inPath = pathFieldsOf(operation);
  const inQuery = queryFieldsOf(operation);
  const inBody = fieldsOf(operation.input).filter((name) => !inPath.includes(name) && !inQuery.includes(name));
  const example = exampleOf(operation).input;
  const parameter = (name: string, place: string) => {
    const { description, ...schema } = properties[name] ?? {};
    return {
      name,
      in: place,
      ...(place === 'path' || required.has(name) ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      schema,
      ...(name in example ? { example: asWritten(example[name], schema.type) } : {}),
    };
  };
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: operation.description,
    tags: [operation.tag],
    'x-scope': operation.scope,
    ...(operation.charge === undefined ? {} : { 'x-charge': operation.charge }),
    ...(operation.rejects === undefined ? {} : { 'x-codes': operation.rejects }),
    parameters: [
      ...inPath.map((name) => parameter(name, 'path')),
      ...inQuery.map((name) => parameter(name, 'query')),
      ...sharedParametersOf(operation, inBody.length > 0).map((name) => refTo('parameters', name)),
    ],
    ...(inBody.length === 0 ? {} : { requestBody: requestBody() }),
    responses: responsesOf(operation, writer),
  };

  function requestBody(): Json {
    const needed = inBody.filter((name) => required.has(name));
    const schema = {
      type: 'object',
      properties: Object.fromEntries(inBody.map((name) => [name, properties[name]])),
      ...(needed.length === 0 ? {} : { required: needed }),
      additionalProperties: false,
    };
    const said = inBody.filter((name) => name in example);
    return {
      required: needed.length > 0,
      content: {
        [operation.upload === undefined ? 'application/json' : 'multipart/form-data']: {
          schema: named(schema, `${titleOf(operation.name)}Request`),
          ...(said.length === 0 ? {} : { example: Object.fromEntries(said.map((name) => [name, example[name]])) }),
        },
      },
    };
  }
}

function sharedParametersOf(
  { http, verifiesAddress, waits, isStream, upload }: AnyOperation,
  hasBody: boolean,
): string[] {
  if (!http.path.startsWith('/v1/')) return [];
  if (isStream === true) return ['LastEventID'];
  if (http.method === 'get') return waits === true ? ['PreferWait'] : [];
  const prefer =
    verifiesAddress === true
      ? ['PreferVerification']
      : waits === true
        ? ['PreferWait']
        : hasBody && upload === undefined
          ? ['Prefer']
          : [];
  return ['DryRun', 'IdempotencyKey', ...prefer];
}

/** The value of a query parameter, which arrives as text, as its schema has it. */
function asWritten(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' || type === 'number') return Number(value);
  return type === 'boolean' ? value === 'true' || value === '1' : value;
}
