import { z } from 'zod';
import { reachesBrand } from '../../core/actor.ts';
import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { findPending, type Pending } from './pending-connection.repository.ts';
import { PendingConnection, toPendingConnection } from './pending-connection.ts';

export const ConnectionId = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'As the answer or the address told it that asked for a choice' });

export const getPendingConnection = defineOperation({
  name: 'get_pending_connection',
  summary: 'Get a pending connection',
  description:
    'Returns the profiles or pages that a login reaches, to choose from, for 30 minutes after the login. A page that another brand has is not `assignable`. A choice that was made, has expired or belongs to others is 404 `not_found`.',
  tag: 'Connecting',
  http: { method: 'get', path: '/v1/accounts/pending/{connection_id}', status: 200 },
  scope: 'accounts:read',
  input: z.strictObject({ connection_id: ConnectionId }),
  output: PendingConnection,

  async run(ctx, { connection_id: id }) {
    return toPendingConnection(ctx, ctx.db, await openPending(ctx, id));
  },
});

/** An open choice of the caller; 404 otherwise. */
export async function openPending(ctx: Context, id: string): Promise<Pending> {
  const pending = await findPending(ctx.db, ctx.vault, ctx.tenant.id, id);
  if (pending === undefined || !reachesBrand(ctx.actor, pending.brandId ?? undefined)) throw notFound('connection', id);
  return pending;
}
