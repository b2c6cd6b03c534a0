import { PlatformError } from '../core/platform-error.ts';
import type { MultipartPart, PlatformHttp, PlatformRequest } from '../core/session.ts';
import { type HttpBody, type HttpClient, HttpFailure, type Part } from '../lib/http/index.ts';

const TIMEOUT_MS = 15_000;
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
          timeoutMs: TIMEOUT_MS,
          deadline: options.deadlineMs?.(),
          signal: options.signal,
          maxBytes: ANSWER_BYTES_MAX,
        })
        .catch((error: unknown) => {
          if (!(error instanceof HttpFailure)) throw error;
          const facts = error.status === undefined ? {} : { status: error.status };
          throw new PlatformError(error.sent ? 'unknown' : 'unavailable', error.message, facts);
        });
      return { status: answer.status, headers: answer.headers, text: answer.text(), json: storable(answer.json()) };
    },
  };
}

function toBody(body: PlatformRequest['body']): HttpBody | undefined {
  return body !== undefined && 'multipart' in body ? { multipart: body.multipart.map(toPart) } : body;
}

function toPart({ name, value, filename, type }: MultipartPart): Part {
  if (typeof value === 'string') return { name, value };
  return { name, file: value, filename: filename ?? name, type: type ?? 'application/octet-stream' };
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
