import { readFileSync } from 'node:fs';
import { dereference, type Schema, validate } from '@cfworker/json-schema';
import type { AnyOperation } from '../src/core/operation.ts';

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly 'x-codes'?: readonly string[];
}

/** The schemas of the document's answers by where they stand: `create_brand 201`, or the name of a shared response. */
function readDocument() {
  const text = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
  const { paths, components } = JSON.parse(text.replaceAll('"#/components/schemas/', '"#/$defs/'));
  const responses: Record<string, Schema | undefined> = {};
  const codes: Record<string, readonly string[] | undefined> = {};
  const add = (name: string, { content, 'x-codes': own }: Response) => {
    codes[name] = own;
    responses[name] = content?.['application/json']?.schema;
  };
  for (const [name, response] of Object.entries<Response>(components.responses)) add(`shared ${name}`, response);
  for (const operation of Object.values<object>(paths).flatMap((methods) => Object.values(methods)))
    for (const [status, response] of Object.entries<Response>(operation.responses)) {
      const name = `${operation.operationId} ${status}`;
      if (response.$ref === undefined) add(name, response);
      else {
        const shared = `shared ${response.$ref.split('/').at(-1)}`;
        responses[name] = responses[shared];
        codes[name] = codes[shared];
      }
    }
  const known = Object.entries(responses).filter(([, schema]) => schema !== undefined);
  const root = { $defs: { ...components.schemas, ...Object.fromEntries(known) } };
  return { responses, codes, lookup: dereference(root) };
}

let read: ReturnType<typeof readDocument> | undefined;

/** The fault of a response by openapi.json: its status, its code, or the form of its body. undefined: nothing is wrong. */
export function faultOf({ name }: AnyOperation, status: number, body: unknown): string | undefined {
  read ??= readDocument();
  const { responses, codes, lookup } = read;
  const key = [`${name} ${status}`, `${name} ${Math.floor(status / 100)}XX`].find((one) => one in responses);
  if (key === undefined) return `a status that openapi.json does not name for ${name}`;
  const { code } = (body ?? {}) as { code?: string };
  if (code !== undefined && codes[key]?.includes(code) === false)
    return `a code that openapi.json does not name for it`;
  const schema = responses[key];
  if (schema === undefined) return body === undefined ? undefined : 'with a body that openapi.json does not name';
  const { valid, errors } = validate(body, schema, '2020-12', lookup);
  const found = errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`).join(' ');
  return valid ? undefined : `which openapi.json does not allow (${found})`;
}
