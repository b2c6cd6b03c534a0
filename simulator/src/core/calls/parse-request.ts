import type { Readable } from 'node:stream';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from '../platform.ts';
import { type Content, contentOf } from './content.ts';
import type { Incoming } from './incoming.ts';

export interface ParsedBody {
  readonly body: Record<string, unknown>;
  /** The body as it came; empty for a form with files. */
  readonly content: Content;
  readonly files: UploadedFile[];
}

/** Bytes of a body or a file in a form: more than any platform takes. */
const bytesMax = 4 * 1024 ** 3;
export const noBody: ParsedBody = { body: {}, content: contentOf(Buffer.alloc(0)), files: [] };

/** Reads JSON, form and multipart bodies; `undefined` when the body is not what its content type says. */
export async function parseBody(request: FastifyRequest, incoming: Incoming): Promise<ParsedBody | undefined> {
  if (request.isMultipart()) return parseMultipart(request, incoming);
  if (request.body === undefined || request.body === null) return noBody;
  if (!Buffer.isBuffer(request.body)) {
    // A client that disconnects in the middle has sent no complete request.
    const content = await incoming.take(request.body as Readable, bytesMax).catch(() => undefined);
    return content && { ...noBody, content };
  }
  return parseBytes(request.body, request.headers['content-type'] ?? '');
}

/** Reads JSON and form bodies that are in memory. */
export function parseBytes(rawBody: Buffer, type: string): ParsedBody | undefined {
  const content = contentOf(rawBody);
  if (rawBody.length === 0) return noBody;
  if (type.includes('json') || (type === '' && rawBody[0] === 0x7b)) {
    const body = parseJson(rawBody);
    return body && { body, content, files: [] };
  }
  const isForm = type === '' || type.includes('x-www-form-urlencoded');
  return { body: isForm ? unfold(new URLSearchParams(rawBody.toString('utf8'))) : {}, content, files: [] };
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

async function parseMultipart(request: FastifyRequest, incoming: Incoming): Promise<ParsedBody | undefined> {
  const fields: [string, string][] = [];
  const files: UploadedFile[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields.push([part.fieldname, String(part.value)]);
      else {
        const content = await incoming.take(part.file, bytesMax);
        if (content === undefined || part.file.truncated) throw new Error('The file is too large.');
        files.push(uploadedFile(part.fieldname, part.filename, part.mimetype, content));
      }
    }
  } catch {
    for (const { content } of files) content.close();
    return undefined;
  }
  return { ...noBody, body: unfold(fields), files };
}

function uploadedFile(field: string, filename: string, contentType: string, content: Content): UploadedFile {
  return {
    field,
    filename,
    contentType,
    content,
    get bytes() {
      return content.bytes;
    },
  };
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
