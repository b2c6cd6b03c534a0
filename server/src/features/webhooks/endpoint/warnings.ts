import type { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { compact } from '../../../lib/compact.ts';
import * as webhooks from '../webhook.repository.ts';
import type { Warnings } from '../webhook.ts';

/** Remarks about the address that an endpoint was given; none without a new address. */
export async function warningsOf(
  ctx: Pick<Context, 'db' | 'tenant' | 'request'>,
  id: string,
  url: string | undefined,
): Promise<z.infer<typeof Warnings>> {
  if (url === undefined) return [];
  const other = await webhooks.withAddress(ctx.db, ctx.tenant.id, url, id);
  const unverified = {
    code: 'unverified' as const,
    message: 'The address was not called. POST /v1/webhooks/{webhook_id}/test tells whether it accepts messages.',
  };
  const duplicate = compact({
    code: 'duplicate_url' as const,
    message: `The endpoint ${other?.id} has the same address. Events that both subscribe to arrive there twice.`,
    webhook_id: other?.id,
  });
  return [...(ctx.request.skipsVerification ? [unverified] : []), ...(other === undefined ? [] : [duplicate])];
}
