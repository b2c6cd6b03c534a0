import { z } from 'zod';
import { brandsShown } from '../../core/actor.ts';
import { ApiError } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import * as dead from './dead-letter.repository.ts';
import { Dead, toDead } from './dead-letter.ts';

export const listDead = defineOperation({
  name: 'list_dead',
  summary: 'List dead letters',
  description:
    'Lists work that was given up, newest first: deliveries after their last attempt, callbacks of platforms that could not be read, and actions that were stopped. Tests of endpoints and deliveries to deleted endpoints are left out. Keys and people that are limited to brands get 403 `insufficient_scope`.',
  example: { input: { kind: 'delivery' } },
  tag: 'Events',
  http: { method: 'get', path: '/v1/dead', status: 200 },
  scope: 'analytics:read',
  input: z.strictObject({
    ...pageQuery,
    kind: z.enum(['delivery', 'callback', 'action']).optional().meta({ description: 'Only letters of this kind' }),
  }),
  output: pageOf(Dead),

  async run(ctx, { kind, ...page }) {
    if (brandsShown(ctx.actor) !== undefined)
      throw new ApiError(
        'insufficient_scope',
        'Dead letters are of all brands. Only somebody who reaches all of them sees these.',
        {},
        'auth.insufficient_scope',
      );
    return keysetPage(ctx, 'dead', page, {
      filters: kind,
      read: (after, limit) => dead.list(ctx.db, ctx.tenant.id, kind, after, limit),
      position: (row) => [row.created_at, row.id],
      item: (row) => toDead(row, ctx.tenant.mode === 'live'),
    });
  },
});
