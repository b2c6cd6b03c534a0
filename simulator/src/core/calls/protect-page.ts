import type { FastifyReply } from 'fastify';

/** A consent page's form goes to its own address, which redirects to whoever asked for consent. */
const consentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self' http: https:; frame-ancestors 'none'";

/** Headers of every page: it loads nothing of others and is framed by nobody. */
export function protectPage(reply: FastifyReply): void {
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', consentPolicy);
  reply
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer');
}
