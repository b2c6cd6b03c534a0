import type { FastifyRequest } from 'fastify';

/** The value of a cookie; undefined without it, or when it is empty. */
export function cookieIn({ headers }: FastifyRequest, name: string): string | undefined {
  for (const part of (headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=');
    if (part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || undefined;
  }
  return undefined;
}
