import { z } from 'zod';
import { type ApiError, conflict, invalid, notFound } from '../../../core/errors.ts';
import { defineOperation } from '../../../core/operation.ts';
import { secret as markSecret } from '../../../lib/secret-fields.ts';
import { EXAMPLE_SECRET, newWebhookSecret } from '../signing.ts';
import * as webhooks from '../webhook.repository.ts';
import { assertWebhookId, toWebhook, Webhook, WebhookId, type WebhookRow } from '../webhook.ts';
import { assertOwnSecret, OwnSecret } from './own-secret.ts';
import { sealOf } from './sealed.ts';
import * as secrets from './secret.repository.ts';

const OVERLAP_HOURS_DEFAULT = 24;
const OVERLAP_HOURS_MAX = 168;
/** Each signs every message, so there must be an end. */
const PREVIOUS_MAX = 3;

export const rotateWebhookSecret = defineOperation({
  name: 'rotate_webhook_secret',
  summary: 'Rotate a webhook secret',
  description:
    'Gives an endpoint a new secret and shows it this once. The secrets before it sign too for `overlap_hours`, so that no receiver rejects a message. After a leak, send `overlap_hours: 0`. A fourth secret before the new one is rejected with 409 `conflict`; end the overlap first.',
  example: {
    input: { overlap_hours: 48 },
    output: { rotation_ends_at: '2027-01-03T09:00:00.000Z', secret: EXAMPLE_SECRET, message: messageFor(false, 48) },
  },
  tag: 'Webhooks',
  http: { method: 'post', path: '/v1/webhooks/{webhook_id}/rotate-secret', status: 200 },
  scope: 'webhooks:manage',
  leaves: false,
  input: z.strictObject({
    webhook_id: WebhookId,
    secret: OwnSecret,
    overlap_hours: z.number().int().min(0).max(OVERLAP_HOURS_MAX).default(OVERLAP_HOURS_DEFAULT).meta({
      description: 'How long all secrets before the new one go on signing too; 0: not at all',
    }),
  }),
  output: Webhook.extend({
    secret: markSecret(
      z.string().meta({ description: 'Signs every message from now on; shown this once. A dry run makes none' }),
    ).optional(),
    message: z.string(),
  }),

  async run(ctx, { webhook_id: id, secret: own, overlap_hours: overlapHours }) {
    const { id: tenantId, mode } = ctx.tenant;
    assertWebhookId(id);
    if (own !== undefined) assertOwnSecret(own);
    const secret = own ?? newWebhookSecret();
    const seal = sealOf(ctx.vault, tenantId, id);
    return ctx.commit(async (tx) => {
      const before = await secrets.lock(tx, tenantId, id);
      if (before === undefined) throw notFound('webhook', id);
      const keys = seal.open(before.sealed);
      if (secret === keys.secret) throw invalid('secret', 'This is the secret of the endpoint already.');
      const previous = overlapHours === 0 ? [] : [keys.secret, ...keys.previousSecrets.filter((one) => one !== secret)];
      if (previous.length > PREVIOUS_MAX) throw tooManyPrevious(id);
      await secrets.replace(tx, tenantId, id, {
        secret: seal.secret(secret),
        secretHint: secret.slice(-4),
        previousSecrets: seal.previousSecrets(previous),
        overlapHours,
      });
      const row = (await webhooks.byId(tx, tenantId, id)) as WebhookRow;
      const shown = ctx.request.dryRun ? {} : { secret };
      return { ...toWebhook(row, mode === 'live'), ...shown, message: messageFor(ctx.request.dryRun, overlapHours) };
    });
  },
});

function messageFor(isDryRun: boolean, overlapHours: number): string {
  if (isDryRun) return 'Dry run: nothing was changed.';
  const others =
    overlapHours === 0 ? 'Earlier secrets sign no more' : `Earlier secrets sign too for ${overlapHours} hours`;
  return `Store the secret now; it is not shown again. ${others}.`;
}

function tooManyPrevious(id: string): ApiError {
  const message = `${PREVIOUS_MAX} secrets before the current one still sign. End them with DELETE /v1/webhooks/${id}/previous-secrets, or send "overlap_hours": 0.`;
  return conflict(message, { resource: 'webhook', id, max: PREVIOUS_MAX });
}
