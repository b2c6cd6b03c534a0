import { z } from 'zod';
import { brandsShown } from '../../core/actor.ts';
import { HELD_KINDS, HELD_STATES } from '../../core/held.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import { findHeld } from './decide.ts';
import * as held from './held.repository.ts';
import { Held, toHeld } from './held.ts';
import { kindsReadBy } from './kinds.ts';

export const listHeld = defineOperation({
  name: 'list_held',
  summary: 'List what waits',
  description:
    'Lists what waits for a person: posts, replies, messages and other changes. Without `state` it lists what can still be decided (`waiting` and `missed`). `sort=due` starts with what is due next, `sort=window` with the window that closes next. It shows the kinds that the caller may read, in its brands.',
  tag: 'Approvals',
  http: { method: 'get', path: '/v1/held', status: 200 },
  scope: 'any',
  input: z.strictObject({
    ...pageQuery,
    kind: z.enum(HELD_KINDS).optional(),
    brand_id: z.string().min(1).max(200).optional(),
    created_by: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'The id of the person or key that wrote it' }),
    state: z.enum(HELD_STATES).optional(),
    sort: z.enum(['created', 'due', 'window']).optional(),
  }),
  output: pageOf(Held),

  async run(ctx, { limit, cursor, ...filters }) {
    const { kind, brand_id: brandId, created_by: createdBy, state, sort = 'created' } = filters;
    const readable = kindsReadBy(ctx.actor);
    const filter: held.HeldFilter = {
      kinds: kind === undefined ? readable : readable.filter((each) => each === kind),
      states: state === undefined ? ['waiting', 'missed'] : [state],
      brands: brandsShown(ctx.actor, brandId),
      createdBy,
      sort,
    };
    return keysetPage(
      ctx,
      'held',
      { limit, cursor },
      {
        filters,
        read: (after, rows) => held.list(ctx.db, ctx.tenant.id, filter, after, rows),
        position: (row) => [
          (sort === 'created' ? row.created_at : sort === 'due' ? row.due_at : row.window_closes_at) ?? held.NO_TIME,
          row.id,
        ],
        item: (row) => toHeld(row, ctx.tenant.mode === 'live'),
      },
    );
  },
});

export const getHeld = defineOperation({
  name: 'get_held',
  summary: 'Get what waits',
  description:
    'Gets one thing that waits, or its decision. Of what the caller may not read the answer is 404 `not_found`.',
  tag: 'Approvals',
  http: { method: 'get', path: '/v1/held/{held_id}', status: 200 },
  scope: 'any',
  input: z.strictObject({ held_id: z.string().min(1).max(200) }),
  output: Held,

  async run(ctx, { held_id: id }) {
    return toHeld(await findHeld(ctx, id), ctx.tenant.mode === 'live');
  },
});
