import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { GraphError, invalidParameter, missingParameter } from './errors.ts';
import { isObject } from './input.ts';
import { withReferences } from './json-path.ts';
import { tokenOf } from './token.ts';

const partsMax = 50;
const methods = ['GET', 'POST', 'PUT', 'DELETE'];

interface Part {
  readonly method: string;
  readonly relative_url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly name: string | undefined;
  readonly depends_on: string | undefined;
  readonly omitsResponse: boolean;
}

interface PartResponse {
  readonly code: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string;
}

/**
 * `POST /` with `batch`: up to 50 calls in order, each answered apart. A part may take values from the response of a named
 * one (`{result=name:$.id}`); it is answered `null` when that one failed, as is a part whose connection ended.
 * https://developers.facebook.com/docs/graph-api/batch-requests
 */
export async function runBatch(call: Call): Promise<PlatformResponse> {
  const parts = readParts(call);
  const results = new Map<string, PartResponse | null>();
  const wanted = new Set(parts.flatMap(namesIn));
  const shown: (PartResponse | null)[] = [];
  for (const part of parts) {
    const result = namesIn(part).some((name) => isFailed(results.get(name)))
      ? null
      : await runPart(call, part, results);
    if (part.name !== undefined) results.set(part.name, result);
    const isOmitted = part.name !== undefined && wanted.has(part.name) && part.omitsResponse && !isFailed(result);
    shown.push(isOmitted ? null : result);
  }
  const hasHeaders = !['false', '0'].includes(call.input('include_headers') ?? '');
  return json(shown.map((result) => (result && !hasHeaders ? { code: result.code, body: result.body } : result)));
}

function readParts(call: Call): Part[] {
  const { batch } = { ...call.query, ...call.body };
  if (batch === undefined) throw missingParameter('batch');
  const list = typeof batch === 'string' ? parsed(batch) : batch;
  if (!Array.isArray(list) || list.length === 0) throw invalidParameter('Param batch must be an array.');
  if (list.length > partsMax)
    throw new GraphError({
      message: `Too many requests in batch message. Maximum batch size is ${partsMax}`,
      type: 'GraphBatchException',
      code: 100,
    });
  const parts = list.map(readPart);
  const names = parts.flatMap(({ name }) => name ?? []);
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double !== undefined) throw invalidParameter(`Param batch has two requests named ${double}.`);
  for (const [index, part] of parts.entries())
    for (const name of namesIn(part))
      if (!parts.slice(0, index).some((earlier) => earlier.name === name))
        throw invalidParameter(`Param batch[${index}] depends on ${name}, which is not a request before it.`);
  return parts;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidParameter('Param batch must be an array.');
  }
}

function readPart(value: unknown, index: number): Part {
  const part = isObject(value) ? value : {};
  const method = String(part.method ?? 'GET').toUpperCase();
  if (typeof part.relative_url !== 'string') throw missingParameter(`batch[${index}][relative_url]`);
  if (!methods.includes(method))
    throw invalidParameter(`Param batch[${index}][method] must be one of {${methods.join(', ')}}`);
  return {
    method,
    relative_url: part.relative_url,
    body: typeof part.body === 'string' ? part.body : '',
    headers: headersIn(part.headers),
    name: typeof part.name === 'string' ? part.name : undefined,
    depends_on: typeof part.depends_on === 'string' ? part.depends_on : undefined,
    omitsResponse: part.omit_response_on_success !== false,
  };
}

function headersIn(value: unknown): Record<string, string> {
  const rows = Array.isArray(value) ? value : [];
  const lines = rows.map((row) =>
    isObject(row) ? [String(row.name), String(row.value)] : String(row).split(/:\s*/, 2),
  );
  return Object.fromEntries(lines.map(([name = '', text = '']) => [name.toLowerCase(), text]));
}

/** The earlier parts that this one waits for. */
function namesIn({ relative_url, body, depends_on }: Part): string[] {
  const named = [...`${relative_url} ${body}`.matchAll(/\{result=([\w-]+):/g)];
  return [...(depends_on === undefined ? [] : [depends_on]), ...named.map(([, name = '']) => name)];
}

function isFailed(result: PartResponse | null | undefined): boolean {
  return !result || result.code >= 400;
}

async function runPart(
  call: Call,
  part: Part,
  results: ReadonlyMap<string, PartResponse | null>,
): Promise<PartResponse | null> {
  const bodyOf = (name: string) => JSON.parse(results.get(name)?.body ?? 'null') as unknown;
  const relative = withReferences(part.relative_url, bodyOf, encodeURIComponent).replace(/^\//, '');
  const version = call.param('version');
  const isVersioned = version === '' || /^v\d+\.\d+(\/|$)/.test(relative);
  const token = tokenOf(call);
  const response = await call.perform({
    method: part.method,
    path: `/${isVersioned ? '' : `${version}/`}${relative}`,
    headers: {
      host: call.headers.host,
      ...(token !== undefined && { authorization: `OAuth ${token}` }),
      'content-type': 'application/x-www-form-urlencoded',
      ...part.headers,
    },
    body: withReferences(part.body, bodyOf, encodeURIComponent),
  });
  return response && shownResponse(response);
}

function shownResponse({ status, body = '', contentType, headers = {} }: PlatformResponse): PartResponse {
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const type = contentType ?? 'application/json; charset=UTF-8';
  const all = Object.entries({ 'Content-Type': type, ...headers });
  return {
    code: status,
    headers: all.map(([name, value]) => ({ name, value: String(value) })),
    body: isText ? body.toString() : JSON.stringify(body),
  };
}
