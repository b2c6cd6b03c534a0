import type { FastifyInstance } from 'fastify';

/** The policy of pages that load nothing. Others set their own. */
const STRICT_POLICY = policyOf({});

/** A content security policy that allows inline styles and the given sources beside nothing. */
export function policyOf(sources: Readonly<Record<string, string>>): string {
  const all = {
    'default-src': "'none'",
    'style-src': "'unsafe-inline'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...sources,
  };
  return Object.entries(all)
    .map(([name, source]) => `${name} ${source}`)
    .join('; ');
}

/** Every response forbids guessing its type. Pages load only what their policy names, and no other page frames them. */
export function addBrowserHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('x-content-type-options', 'nosniff');
    if (/^text\/html\b/.test(String(reply.getHeader('content-type') ?? ''))) {
      if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', STRICT_POLICY);
      reply.header('x-frame-options', 'DENY');
      if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'no-referrer');
    }
    done(null, payload);
  });
}
