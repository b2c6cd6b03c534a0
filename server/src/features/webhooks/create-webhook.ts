import { z } from 'zod';
import { newId } from '../../core/ids.ts';
import { defineOperation } from '../../core/operation.ts';
import { secret as markSecret } from '../../lib/secret-fields.ts';
import { toFilters } from './endpoint/filters.ts';
import { toHeaders } from './endpoint/headers.ts';
import { warningsOf } from './endpoint/warnings.ts';
import { verifyAddress } from './ping.ts';
import { assertOwnSecret, OwnSecret } from './secrets/own-secret.ts';
import { sealOf } from './secrets/sealed.ts';
import { EXAMPLE_SECRET, newWebhookSecret } from './signing.ts';
import * as webhooks from './webhook.repository.ts';
import {
  toAddress,
  toEventTypes,
  tooMany,
  toWebhook,
  Warnings,
  WEBHOOKS_MAX,
  Webhook,
  WebhookEvents,
  WebhookSettings,
  WebhookUrl,
} from './webhook.ts';

export const createWebhook = defineOperation({
  name: 'create_webhook',
  summary: 'Create a webhook endpoint',
  description: `Registers an address that receives events. The address is pinged first: it must answer the signed \`webhook.test\` event with 2xx within 10 seconds, else the answer is 400 \`webhook_verification_failed\` and nothing is saved. \`Prefer: verification=none\` skips the ping. The \`secret\` is shown this once. More than ${WEBHOOKS_MAX} endpoints are 409 \`conflict\`. Keys that are limited to brands get 403 \`insufficient_scope\`.`,
  example: { output: { secret: EXAMPLE_SECRET, message: messageFor(false) } },
  tag: 'Webhooks',
  http: { method: 'post', path: '/v1/webhooks', status: 201 },
  scope: 'webhooks:manage',
  leaves: false,
  verifiesAddress: true,
  input: z.strictObject({ url: WebhookUrl, events: WebhookEvents, ...WebhookSettings, secret: OwnSecret }),
  output: Webhook.extend({
    secret: markSecret(
      z.string().meta({ description: 'Signs every message to this address; shown this once. A dry run makes none' }),
    ).optional(),
    warnings: Warnings,
    message: z.string(),
  }),

  async run(ctx, { url: text, events: words, headers: given, secret: own, description, ...choices }) {
    const { id: tenantId, mode } = ctx.tenant;
    const events = toEventTypes(words);
    const url = toAddress(ctx, text);
    const headers = toHeaders(given ?? {});
    if (own !== undefined) assertOwnSecret(own);
    const filters = await toFilters(ctx, choices);
    if ((await webhooks.count(ctx.db, tenantId)) >= WEBHOOKS_MAX) throw tooMany();
    const id = newId('wh');
    const secret = own ?? newWebhookSecret();
    // The address is asked before anything is written: no transaction is held over the network.
    await verifyAddress(ctx, url, { secret, previousSecrets: [], headers });

    const seal = sealOf(ctx.vault, tenantId, id);
    const sealed = { secret: seal.secret(secret), secret_hint: secret.slice(-4), ...seal.headers(headers) };
    const webhook = { id, url, events, description, ...filters, ...sealed };
    const warnings = await warningsOf(ctx, id, url);
    return ctx.commit(async (tx) => {
      const row = await webhooks.insert(tx, tenantId, webhook, WEBHOOKS_MAX);
      if (row === undefined) throw tooMany();
      const shown = ctx.request.dryRun ? {} : { secret };
      return { ...toWebhook(row, mode === 'live'), ...shown, warnings, message: messageFor(ctx.request.dryRun) };
    });
  },
});

function messageFor(isDryRun: boolean): string {
  if (isDryRun) return 'Dry run: the address was not called and nothing was saved.';
  return 'Store the secret now; it is not shown again.';
}
