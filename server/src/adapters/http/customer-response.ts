import type { Readable } from 'node:stream';
import { HttpFailure } from '@hubbub/guarded-http';

/** The start of a response's body. */
export interface FirstBytes {
  readonly text: string;
  /** Why the rest is missing; null when it came in full or was longer than we keep. */
  readonly problem: string | null;
}

/**
 * Reads at most `bytesMax` of a body, and no longer than `msMax`, because the result of the call is known by then. The
 * connection is closed unless the body ended.
 */
export async function readFirst(stream: Readable, bytesMax: number, msMax: number): Promise<FirstBytes> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  let problem: string | null = null;
  const timer = setTimeout(() => {
    problem = `the response was not complete after ${msMax / 1000} s; only its status counts`;
    stream.destroy();
  }, msMax);
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes > bytesMax) break;
    }
  } catch (failure) {
    problem ??= failure instanceof HttpFailure ? `${failure.message}; only its status counts` : null;
  } finally {
    clearTimeout(timer);
  }
  return { text: textOf(Buffer.concat(chunks), bytesMax), problem };
}

/** The first bytes as text that PostgreSQL can store, never cut inside a character. */
function textOf(bytes: Buffer, bytesMax: number): string {
  const text = new TextDecoder().decode(bytes.subarray(0, bytesMax), { stream: bytes.length > bytesMax });
  return text.replaceAll('\0', '\ufffd');
}

/** Seconds of a Retry-After header, which is a number or a date (RFC 9110, 10.2.3). */
export function retryAfterOf(header: string | undefined, now = Date.now()): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
