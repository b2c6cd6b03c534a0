import { Readable } from 'node:stream';
import { type HttpBody, type HttpClient, HttpFailure, type Part } from '@hubbub/guarded-http';
import { PlatformError } from '../../core/platform-error.ts';
import type { FileBody, MultipartPart, PlatformHttp, PlatformRequest } from '../../core/session.ts';

const TIMEOUT_MS = 15_000;
/** The slowest accepted upload. The lease is renewed while a file is sent. */
const BYTES_PER_MS_MIN = 128;
const PIECE_BYTES = 256 * 1024;
const RESPONSE_BYTES_MAX = 4 * 1024 * 1024;
/** No platform nests deeper. Deeper values could overflow a recursion. */
const DEPTH_MAX = 64;

export interface PlatformHttpOptions {
  /** When the work must end, on the scale of `performance.now()`. Called at every request, because leases are renewed. */
  readonly deadlineMs?: () => number;
  readonly signal?: AbortSignal;
  /** The only base address below which calls may go. */
  readonly within?: string;
  /** Runs right before each call. An error that it throws stops the call and is thrown unchanged. */
  readonly beforeSend?: () => void;
}

/** The HTTP client for connectors. It returns the response or throws a PlatformError: may the call have arrived? */
export function createPlatformHttp(client: HttpClient, options: PlatformHttpOptions = {}): PlatformHttp {
  return {
    async send(request) {
      options.beforeSend?.();
      const response = await client
        .request({
          ...request,
          body: toBody(request.body),
          timeoutMs: TIMEOUT_MS + fileBytesOf(request.body) / BYTES_PER_MS_MIN,
          deadline: options.deadlineMs,
          signal: options.signal,
          within: options.within,
          maxBytes: RESPONSE_BYTES_MAX,
        })
        .catch((error: unknown) => {
          if (!(error instanceof HttpFailure)) throw error;
          // An interrupted body was shorter than announced, so the platform cannot have acted on it.
          if (error.reason === 'upload')
            throw error.cause instanceof PlatformError ? error.cause : new PlatformError('unavailable', error.message);
          const facts = error.status === undefined ? {} : { status: error.status };
          throw new PlatformError(error.sent ? 'unknown' : 'unavailable', error.message, facts);
        });
      return {
        status: response.status,
        headers: response.headers,
        text: response.text(),
        json: storable(response.json()),
      };
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

/** A new stream of the file from its start. */
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

/** The JSON without NUL and lone surrogates, which PostgreSQL cannot store. Values too deep become null. */
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
