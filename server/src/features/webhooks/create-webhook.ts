import { z } from 'zod';
import { newId } from '../../core/ids.ts';
import { defineOperation } from '../../core/operation.ts';
import { secret as markSecret } from '../../lib/secret-fields.ts';
import { verifyAddress } from './ping.ts';
import { newWebhookSecret } from './signing.ts';
import * as webhooks from './webhook.repository.ts';
import {
  assertUrl,
  secretAssociatedData,
  toEventTypes,
  tooMany,
  toWebhook,
  WEBHOOKS_MAX,
  Webhook,
  WebhookEvents,
  WebhookUrl,
} from './webhook.ts';

export const createWebhook = defineOperation({
  name: 'create_webhook',
  summary: 'Register an address that receives events',
  tag: 'Webhooks',
  http: { method: 'post', path: '/v1/webhooks', status: 201 },
  scope: 'webhooks:manage',
  input: z.strictObject({ url: WebhookUrl, events: WebhookEvents }),
  output: Webhook.extend({
    secret: markSecret(
      z.string().meta({ description: 'Signs every message to this address; shown this once. A dry run makes none' }),
    ).optional(),
    message: z.string(),
  }),

  async run(ctx, { url, events: words }) {
    const { id: tenantId, mode } = ctx.tenant;
    const events = toEventTypes(words);
    assertUrl(ctx.urlProblem(ctx.tenant, url, 'webhook'));
    if ((await webhooks.count(ctx.db, tenantId)) >= WEBHOOKS_MAX) throw tooMany();
    const id = newId('wh');
    const secret = newWebhookSecret();
    // The address is asked before anything is written: no transaction is held over the network.
    if (!ctx.request.dryRun) await verifyAddress(ctx, url, secret);

    const encrypted = ctx.vault.encrypt(secret, secretAssociatedData(tenantId, id));
    const webhook = { id, url, events, secret: encrypted, secretHint: secret.slice(-4) };
    return ctx.commit(async (tx) => {
      const row = await webhooks.insert(tx, tenantId, webhook, WEBHOOKS_MAX);
      if (row === undefined) throw tooMany();
      const shown = ctx.request.dryRun ? {} : { secret };
      return { ...toWebhook(row, mode === 'live'), ...shown, message: messageFor(ctx.request.dryRun) };
    });
  },
});

function messageFor(isDryRun: boolean): string {
  if (isDryRun) return 'Dry run: the address was not called and nothing was saved.';
  return 'Store the secret now; it is not shown again.';
}
