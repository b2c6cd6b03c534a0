import type { FastifyReply } from 'fastify';

const policyName = 'content-security-policy';

/** What a world stores keeps the type that its uploader chose, also HTML and SVG. It must not act as our origin. */
export const sandbox = { [policyName]: 'sandbox' };

/**
 * The policy of pages that platforms make: forms, and no scripts. A consent form goes to its own address, which redirects
 * to the client. The sandbox gives the page an origin of its own, as the real platform has.
 */
export const ownPage = {
  [policyName]:
    "sandbox allow-forms; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self' http: https:; frame-ancestors 'none'",
};

/** A response without a policy of its own gets the sandbox. No page frames one, or learns its address. */
export function protectPage(reply: FastifyReply): void {
  if (!reply.hasHeader(policyName)) reply.headers(sandbox);
  reply
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer');
}
