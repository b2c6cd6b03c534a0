import { z } from 'zod';
import { ActorShape } from '../../core/actor.ts';
import { exampleId } from '../../core/example.ts';
import { ourId } from '../../core/ids.ts';
import { Instant, toInstant } from '../../core/instant.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import { compact } from '../../lib/compact.ts';
import * as audit from './audit.repository.ts';

export const ChangedFields = z.record(z.string(), z.array(z.unknown())).meta({
  description:
    'By field its value before and after. Long texts are cut, secrets left out; null before: it had none, or it was not read',
});

const AuditEntry = z
  .object({
    id: ourId('aud'),
    at: z.string(),
    actor: ActorShape,
    action: z.string().meta({ description: 'The name of the operation' }),
    resource_type: z.string().optional().meta({ description: 'What was changed: post, key, user …' }),
    resource_id: z.string().optional(),
    changes: ChangedFields,
    ip: z.string().optional().meta({ description: 'The address of the request; kept for 90 days' }),
    request_id: z.string().meta({ description: 'The X-Request-ID of the request' }),
    livemode: z.boolean(),
  })
  .meta({
    id: 'AuditEntry',
    example: {
      actor: { type: 'user', id: exampleId('usr'), name: 'Ana Lima' },
      action: 'update_brand',
      resource_type: 'brand',
      resource_id: exampleId('brand'),
      changes: { name: ['Harbour', 'Harbour Café'] },
      ip: '192.0.2.7',
      request_id: 'f3a91c07',
    },
  });

/** An identifier of any resource, in characters that PostgreSQL can compare. */
const AnyId = z.string().regex(/^[\x21-\x7e]{1,500}$/, 'must be an identifier');

export const listAudit = defineOperation({
  name: 'list_audit',
  summary: 'List audit entries',
  description:
    'Lists who changed what, newest first: everything that people changed, and what keys changed of the workspace itself. An entry is written in the commit of its change. Dry runs, repeated idempotency keys and rejected requests have none. Entries are kept for 400 days. Only keys without restrictions, admins and owners may read them; others get 403 `insufficient_scope`.',
  example: { input: { action: 'update_brand' } },
  tag: 'Audit',
  http: { method: 'get', path: '/v1/audit', status: 200 },
  scope: 'admin',
  input: z.strictObject({
    ...pageQuery,
    actor: AnyId.optional().meta({ description: 'The id of the person or key that did it' }),
    action: z
      .string()
      .regex(/^[a-z_]{1,100}$/, 'must be the name of an operation')
      .optional()
      .meta({ description: 'The name of an operation, such as create_post' }),
    resource: AnyId.optional().meta({ description: 'The id of what was changed' }),
    from: Instant.optional().meta({ description: 'Done at this time or later' }),
    to: Instant.optional().meta({ description: 'Done at this time or earlier' }),
  }),
  output: pageOf(AuditEntry),

  async run(ctx, { limit, cursor, ...filters }) {
    const { actor: actorId, action, resource: resourceId, from, to } = filters;
    const instant = (text: string | undefined) => (text === undefined ? undefined : toInstant(text));
    const filter = { actorId, action, resourceId, from: instant(from), to: instant(to) };
    return keysetPage(
      ctx,
      'audit',
      { limit, cursor },
      {
        filters,
        read: (after, rows) => audit.list(ctx.db, ctx.tenant.id, filter, after, rows),
        position: (row) => [row.at, row.id],
        item: ({ at, resource_type, resource_id, ip, ...row }) => ({
          ...row,
          at: at.toISOString(),
          ...compact({
            resource_type: resource_type ?? undefined,
            resource_id: resource_id ?? undefined,
            ip: ip ?? undefined,
          }),
          livemode: ctx.tenant.mode === 'live',
        }),
      },
    );
  },
});
