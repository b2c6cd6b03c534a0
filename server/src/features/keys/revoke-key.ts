import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as keys from './key.repository.ts';
import { KeyId, lockedOutMessage } from './key.ts';

export const revokeKey = defineOperation({
  name: 'revoke_key',
  summary: 'Revoke an API key',
  description:
    'Ends a key at once and for ever, also the one that makes the call. It stays in the list as inactive. `message` warns when no key without restrictions is left: then the operator must make one.',
  tag: 'API keys',
  http: { method: 'delete', path: '/v1/keys/{key_id}', status: 200 },
  scope: 'admin',
  leaves: false,
  input: z.strictObject({ key_id: KeyId }),
  output: z.object({ ok: z.literal(true), message: z.string().optional() }),

  async run(ctx, { key_id: id }) {
    return ctx.commit(async (tx) => {
      if ((await keys.lock(tx, ctx.tenant.id, id)) === undefined) throw notFound('key', id);
      await keys.revoke(tx, ctx.tenant.id, id, ctx.actor);
      const isOpen = await keys.hasUnrestricted(tx, ctx.tenant.id);
      return { ok: true as const, ...(isOpen ? {} : { message: lockedOutMessage(ctx.tenant) }) };
    });
  },
});
