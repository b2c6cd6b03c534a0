import { z } from 'zod';
import { ActorShape } from '../../core/actor.ts';
import { exampleId } from '../../core/example.ts';
import { HELD_KINDS, HELD_STATES } from '../../core/held.ts';
import { ourId } from '../../core/ids.ts';
import { compact } from '../../lib/compact.ts';
import type { HeldRow } from './held.repository.ts';

export const Held = z
  .object({
    id: ourId('held'),
    operation: z.string().meta({ description: 'The operation that an approval carries out' }),
    kind: z.enum(HELD_KINDS),
    state: z.enum(HELD_STATES),
    reason: z.enum(['sending', 'brand']).meta({
      description: '`sending`: its author sends nothing alone. `brand`: the brand approves its posts',
    }),
    post_id: z.string().optional(),
    item_id: z.string().optional().meta({ description: 'The conversation, comment, review or mention' }),
    brand_id: z.string().optional().meta({ description: 'The brand, where all its accounts belong to one' }),
    accounts: z.array(z.string()),
    preview: z.string().meta({ description: 'The text, or what would be done' }),
    fingerprint: z.string().meta({ description: 'What an approval sends back' }),
    due_at: z.string().optional(),
    window_closes_at: z.string().optional(),
    cost: z.record(z.string(), z.number()).meta({ description: 'What an approval charges' }),
    created_by: ActorShape,
    created_at: z.string(),
    decided_by: ActorShape.optional(),
    decided_at: z.string().optional(),
    note: z.string().optional(),
    blocked_by: z
      .object({ code: z.string(), message: z.string(), at: z.string() })
      .optional()
      .meta({ description: 'Why an approval could not be carried out' }),
    livemode: z.boolean(),
  })
  .meta({
    id: 'Held',
    example: {
      operation: 'create_post',
      kind: 'post',
      post_id: exampleId('post'),
      accounts: [exampleId('acc')],
      preview: 'Our cake of the week: plum and cinnamon.',
      fingerprint: 'text:Zm9yIGV4YW1wbGU0.times:c2VlbiBieSBhbmE0',
      cost: { posts: 1 },
      created_by: { type: 'key', id: exampleId('key'), name: 'Planner' },
    },
  });

export function toHeld(row: HeldRow, livemode: boolean): z.infer<typeof Held> {
  const [brand, ...others] = row.brand_ids;
  return {
    id: row.id,
    operation: row.operation,
    kind: row.kind,
    state: row.state,
    reason: row.reason,
    ...compact({
      post_id: row.post_id ?? undefined,
      item_id: row.item_id ?? undefined,
      brand_id: others.length === 0 ? brand : undefined,
    }),
    accounts: row.account_ids,
    preview: row.preview,
    fingerprint: row.fingerprint,
    ...compact({ due_at: row.due_at?.toISOString(), window_closes_at: row.window_closes_at?.toISOString() }),
    cost: { ...row.cost },
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    ...compact({
      decided_by: row.decided_by ?? undefined,
      decided_at: row.decided_at?.toISOString(),
      note: row.note ?? undefined,
      blocked_by: (row.blocked_by ?? undefined) as { code: string; message: string; at: string } | undefined,
    }),
    livemode,
  };
}
