import { Readable } from 'node:stream';
import { type Destination, exchange } from './exchange.ts';
import { HttpFailure } from './failure.ts';
import { type Call, describe } from './request.ts';

/** A complete response with any status. */
export interface HttpResponse {
  status: number;
  /** Lower-case names, repeated headers joined. */
  headers: Record<string, string>;
  /** The address that responded: the last one after redirects. */
  url: string;
  bytes: Buffer;
  /** Whether the body was longer than `maxBytes` and was cut there. */
  truncated: boolean;
  /** The bytes as UTF-8. */
  text(): string;
  /**
   * The parsed body, or undefined when it is not complete JSON; never throws. Integers too large for a number become
   * strings of their digits, so that 64-bit ids survive.
   */
  json(): unknown;
}

/** A response with its body as a stream. The stream fails with an HttpFailure beyond the limit of size or time. */
export interface HttpDownload {
  status: number;
  headers: Record<string, string>;
  url: string;
  /** Read it to its end or destroy it. */
  stream: Readable;
}

export function collectResponse(destination: Destination, call: Call, maxBytes: number): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    let status = 0;
    let headers: Record<string, string> = {};
    const finish = (truncated: boolean) => {
      resolve(toResponse({ status, headers, url: call.url.href, bytes: Buffer.concat(chunks), truncated }));
    };
    const flow = exchange(destination, call, {
      head: (code, received) => {
        status = code;
        headers = received;
      },
      data: (chunk) => {
        const roomBytes = maxBytes - sizeBytes;
        sizeBytes += chunk.length;
        chunks.push(chunk.length > roomBytes ? chunk.subarray(0, roomBytes) : chunk);
        if (chunk.length <= roomBytes) return;
        flow.cancel();
        finish(true);
      },
      end: () => finish(false),
      fail: reject,
    });
  });
}

export function openDownload(destination: Destination, call: Call, maxBytes: number): Promise<HttpDownload> {
  return new Promise((resolve, reject) => {
    let sizeBytes = 0;
    let stream: Readable | undefined;
    const tooLarge = (status?: number) =>
      new HttpFailure('too_large', true, { what: describe(call.method, call.url), status });
    const flow = exchange(destination, call, {
      head: (status, headers) => {
        if (call.method !== 'HEAD' && Number(headers['content-length']) > maxBytes) {
          flow.cancel();
          return reject(tooLarge(status));
        }
        stream = new Readable({
          read: () => flow.resume(),
          destroy: (error, done) => {
            flow.cancel();
            done(error);
          },
        });
        // The stream may fail before anybody listens. Later readers still get the error.
        stream.on('error', () => {});
        resolve({ status, headers, url: call.url.href, stream });
      },
      data: (chunk) => {
        sizeBytes += chunk.length;
        if (sizeBytes > maxBytes) stream?.destroy(tooLarge());
        else if (!stream?.push(chunk)) flow.pause();
      },
      end: () => stream?.push(null),
      fail: (failure) => (stream ? stream.destroy(failure) : reject(failure)),
    });
  });
}

function toResponse(response: Omit<HttpResponse, 'text' | 'json'>): HttpResponse {
  const text = () => response.bytes.toString('utf8');
  return { ...response, text, json: () => (response.truncated ? undefined : parseJson(text())) };
}

function parseJson(text: string): unknown {
  try {
    const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    return /\d{16}/.test(source) ? JSON.parse(source, keepLargeIntegers) : JSON.parse(source);
  } catch {
    return undefined;
  }
}

/** https://github.com/tc39/proposal-json-parse-with-source */
function keepLargeIntegers(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return context?.source !== undefined && /^-?\d+$/.test(context.source) ? context.source : value;
}
