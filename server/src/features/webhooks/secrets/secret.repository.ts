import { sql } from 'kysely';
import type { Runner } from '../../../db/query.ts';
import * as webhooks from '../webhook.repository.ts';
import type { WebhookRow } from '../webhook.ts';

/** The endpoint, whose secrets nobody else changes until the transaction ends. */
export async function lock(tx: Runner, tenantId: string, id: string): Promise<WebhookRow | undefined> {
  await tx.run(sql`select 1 from webhook_endpoints where tenant_id = ${tenantId} and id = ${id} for update`);
  return webhooks.byId(tx, tenantId, id);
}

export interface NewSecrets {
  /** Encrypted. */
  readonly secret: string;
  readonly secretHint: string;
  /** Encrypted; empty without any. */
  readonly previousSecrets: string;
  /** How long the previous ones still sign. */
  readonly overlapHours: number;
}

export async function replace(tx: Runner, tenantId: string, id: string, secrets: NewSecrets): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints set secret = ${secrets.secret}, secret_hint = ${secrets.secretHint},
      previous_secrets = ${secrets.previousSecrets},
      previous_until = case when ${secrets.previousSecrets} <> '' then now() + ${secrets.overlapHours} * interval '1 hour' end,
      updated_at = now()
    where tenant_id = ${tenantId} and id = ${id}`);
}

/** Forgets the secrets before the current one; false when there is no such endpoint. */
export async function endPrevious(tx: Runner, tenantId: string, id: string): Promise<boolean> {
  const row = await tx.first(sql`
    update webhook_endpoints set previous_secrets = '', previous_until = null, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id} returning id`);
  return row !== undefined;
}
