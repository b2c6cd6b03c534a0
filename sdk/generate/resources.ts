import { type DescribedOperation, nameOf, type Parameter } from './names.ts';

/** The parts of `openapi.json` that the generator reads. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: unknown;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Named {
  readonly id: string;
  readonly summary: string;
  readonly resource: string;
  readonly method: string;
  /** `POST /v1/posts`; `LIST` is a GET of a list, `FORM` a POST of a form. */
  readonly route: string;
}

/** The operations by resource and method. @throws when two have one name or a field would have no place. */
export function namedOperations(document: Document): Named[] {
  const named = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      summary: operation.summary,
      ...nameOf(operation),
      route: `${verbOf(document, method, operation)} ${path}`,
    })),
  );
  for (const [name, same] of Map.groupBy(named, ({ resource, method }) => `${resource}.${method}`))
    if (same.length > 1)
      throw new Error(`${same.map(({ id }) => id).join(' and ')} are both ${name}: sdk/generate/names.ts`);
  return named;
}

/** The table of routes, and the types of the resources. */
export function toResources(document: Document, hash: string): string {
  const byResource = [...Map.groupBy(namedOperations(document), ({ resource }) => resource)].sort();
  const table = byResource.map(
    ([resource, all]) =>
      `  ${resource}: {\n${all.map(({ method, route }) => `    ${method}: '${route}',`).join('\n')}\n  },`,
  );
  const types = byResource.map(
    ([resource, all]) => `  readonly ${resource}: {\n${all.map(signatureOf).join('\n')}\n  };`,
  );
  const codes = resolved(document, resolved(document, document.components.schemas.Error)?.properties?.code)?.enum;
  if (codes === undefined) throw new Error('openapi.json has no schema Error with the codes of errors');
  return `// Made by prepare.mjs from openapi.json; the hash of its sources is ${hash}
import type { List, Method, Stream } from '../types.ts';

export const table = {
${table.join('\n')}
} as const;

export interface Resources {
${types.join('\n')}
}

export type ServiceErrorCode =
${codes.map((code) => `  | '${code}'`).join('\n')};
`;
}

/** The parameters of an operation, also those that it shares with others. */
export function parametersOf(document: Document, { parameters = [] }: DescribedOperation): Parameter[] {
  return parameters.map((given) => document.components.parameters?.[given.$ref?.split('/').at(-1) ?? ''] ?? given);
}

function signatureOf({ id, summary, method, route }: Named): string {
  const kind = id === 'stream_events' ? 'Stream' : route.startsWith('LIST ') ? 'List' : 'Method';
  return `    /** ${summary} */\n    readonly ${method}: ${kind}<'${id}'>;`;
}

function verbOf(document: Document, method: string, operation: DescribedOperation): string {
  const inQuery = parametersOf(document, operation).filter(
    (parameter) => parameter.in === 'query' && parameter.name !== 'dry_run',
  );
  const contents = Object.keys(operation.requestBody?.content ?? {});
  const hasBody = contents.length > 0;
  // At run time the method alone decides where a field goes.
  if (hasBody ? inQuery.length > 0 || /get|delete/.test(method) : /post|put|patch/.test(method) && inQuery.length > 0)
    throw new Error(
      `${operation.operationId} has fields in its query and its body: sdk/src/request.ts places them by the method`,
    );
  if (contents.includes('multipart/form-data')) return 'FORM';
  return operation.operationId.startsWith('list_') && isList(document, operation) ? 'LIST' : method.toUpperCase();
}

function isList(document: Document, { responses }: DescribedOperation): boolean {
  const response = responses['200'] as { content?: Record<string, { schema?: Schema }> } | undefined;
  const whole = resolved(document, response?.content?.['application/json']?.schema);
  const parts = [whole, ...(whole?.allOf ?? []).map((part) => resolved(document, part))];
  return parts.some((part) => resolved(document, part?.properties?.data)?.type === 'array');
}

function resolved(document: Document, schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? schema : document.components.schemas[name];
}
