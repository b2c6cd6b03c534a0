import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from './platform.ts';

export interface ParsedBody {
  readonly body: Record<string, unknown>;
  readonly rawBody: Buffer;
  readonly files: UploadedFile[];
}

const nothing = Buffer.alloc(0);

/** Reads JSON, form and multipart bodies; `undefined` when the body is not what its content type says. */
export async function parseBody(request: FastifyRequest): Promise<ParsedBody | undefined> {
  if (request.isMultipart()) return parseMultipart(request);
  const rawBody = Buffer.isBuffer(request.body) ? request.body : nothing;
  if (rawBody.length === 0) return { body: {}, rawBody, files: [] };
  const type = request.headers['content-type'] ?? '';
  if (type.includes('json') || (type === '' && rawBody[0] === 0x7b)) {
    const body = parseJson(rawBody);
    return body && { body, rawBody, files: [] };
  }
  const isForm = type === '' || type.includes('x-www-form-urlencoded');
  return { body: isForm ? unfold(new URLSearchParams(rawBody.toString('utf8'))) : {}, rawBody, files: [] };
}

function parseJson(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

async function parseMultipart(request: FastifyRequest): Promise<ParsedBody | undefined> {
  const fields: [string, string][] = [];
  const files: UploadedFile[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields.push([part.fieldname, String(part.value)]);
      else {
        const bytes = await part.toBuffer();
        files.push({ field: part.fieldname, filename: part.filename, contentType: part.mimetype, bytes });
      }
    }
  } catch {
    return undefined;
  }
  return { body: unfold(fields), rawBody: nothing, files };
}

/** `a[]=1&b[c]=2&d=3&d=4` becomes `{ a: ['1'], b: { c: '2' }, d: ['3', '4'] }`. */
export function unfold(entries: Iterable<[string, string]>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of entries) {
    const [, first = name, brackets = ''] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? [];
    const steps = [first, ...(brackets.match(/[^[\]]+|\[\]/g) ?? [])];
    if (!steps.includes('__proto__')) place(result, steps, value);
  }
  return result;
}

function place(target: Record<string, unknown>, [step = '', ...rest]: string[], value: string): void {
  const present = target[step];
  if (rest.length === 0) target[step] = present === undefined ? value : [...listOf(present), value];
  else if (rest[0] === '[]') target[step] = [...listOf(present), value];
  else {
    const inner = typeof present === 'object' && present !== null ? (present as Record<string, unknown>) : {};
    target[step] = inner;
    place(inner, rest, value);
  }
}

function listOf(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
