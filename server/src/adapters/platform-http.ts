import { Readable } from 'node:stream';
import { PlatformError } from '../core/platform-error.ts';
import type { FileBody, MultipartPart, PlatformHttp, PlatformRequest } from '../core/session.ts';
import { type HttpBody, type HttpClient, HttpFailure, type Part } from '../lib/http/index.ts';

const TIMEOUT_MS = 15_000;
/** The slowest line that a file may take; while it is sent the lease goes on being renewed. */
const BYTES_PER_MS_MIN = 128;
const PIECE_BYTES = 256 * 1024;
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
/** No platform nests deeper, and what does might be too much for the next recursion that meets it. */
const DEPTH_MAX = 64;

export interface PlatformHttpOptions {
  /** When the work must be over, on the scale of `monotonicMs()`. Asked at every call, as leases are renewed. */
  readonly deadlineMs?: () => number;
  readonly signal?: AbortSignal;
  /** Runs right before each call; what it throws stops the call and goes to the caller as it is. */
  readonly beforeSend?: () => void;
}

/** Our HTTP client as connectors use it: an answer, or a PlatformError that says whether the call may have arrived. */
export function createPlatformHttp(client: HttpClient, options: PlatformHttpOptions = {}): PlatformHttp {
  return {
    async send(request) {
      options.beforeSend?.();
      const answer = await client
        .request({
          ...request,
          body: toBody(request.body),
          timeoutMs: TIMEOUT_MS + fileBytesOf(request.body) / BYTES_PER_MS_MIN,
          deadline: options.deadlineMs,
          signal: options.signal,
          maxBytes: ANSWER_BYTES_MAX,
        })
        .catch((error: unknown) => {
          if (!(error instanceof HttpFailure)) throw error;
          // A body that broke off was shorter than announced: nobody can have acted on it.
          if (error.reason === 'upload')
            throw error.cause instanceof PlatformError ? error.cause : new PlatformError('unavailable', error.message);
          const facts = error.status === undefined ? {} : { status: error.status };
          throw new PlatformError(error.sent ? 'unknown' : 'unavailable', error.message, facts);
        });
      return { status: answer.status, headers: answer.headers, text: answer.text(), json: storable(answer.json()) };
    },
  };
}

function toBody(body: PlatformRequest['body']): HttpBody | undefined {
  if (body === undefined || 'json' in body || 'form' in body) return body;
  if ('multipart' in body) return { multipart: body.multipart.map(toPart) };
  return isFile(body.bytes)
    ? { bytes: streamOf(body.bytes), type: body.type, sizeBytes: body.bytes.size }
    : { bytes: body.bytes, type: body.type };
}

function isFile(value: string | Uint8Array | FileBody): value is FileBody {
  return typeof value === 'object' && 'read' in value;
}

function fileBytesOf(body: PlatformRequest['body']): number {
  if (body === undefined || 'json' in body || 'form' in body) return 0;
  const values = 'multipart' in body ? body.multipart.map(({ value }) => value) : [body.bytes];
  return values.reduce((sum, value) => sum + (isFile(value) ? value.size : 0), 0);
}

/** The file from its start, at every call anew. */
function streamOf(file: FileBody): Readable {
  return Readable.from(piecesOf(file), { objectMode: false });
}

async function* piecesOf(file: FileBody): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.size; start += PIECE_BYTES)
    yield await file.read(start, Math.min(start + PIECE_BYTES, file.size));
}

function toPart({ name, value, filename, type }: MultipartPart): Part {
  if (typeof value === 'string') return { name, value };
  const named = { name, filename: filename ?? name, type: type ?? 'application/octet-stream' };
  return isFile(value) ? { ...named, file: streamOf(value), sizeBytes: value.size } : { ...named, file: value };
}

/** The JSON without what PostgreSQL cannot hold: NUL and halves of surrogate pairs. What lies too deep comes as null. */
function storable(json: unknown, depth = 0): unknown {
  if (typeof json === 'string') return storableText(json);
  if (typeof json !== 'object' || json === null) return json;
  if (depth === DEPTH_MAX) return null;
  if (Array.isArray(json)) return json.map((item) => storable(item, depth + 1));
  const entries = Object.entries(json).map(([name, value]) => [storableText(name), storable(value, depth + 1)]);
  return Object.fromEntries(entries);
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
