import { z } from 'zod';
import { Reply } from '../../core/answer.ts';
import type { Context } from '../../core/context.ts';
import { ApiError, missing } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { VisibleText } from '../../lib/printable.ts';
import { approve } from './approve.ts';
import { endHeld, findHeld } from './decide.ts';
import { Held, toHeld } from './held.ts';

export const HeldId = z.string().min(1).max(200);
export const Fingerprint = z.string().min(1).max(500);
export const Note = VisibleText.min(1, 'must not be empty').max(2000);

export const approveHeld = defineOperation({
  name: 'approve_held',
  summary: 'Approve what waits',
  description:
    'Carries out what waits, once, in the name of its author, and answers what its operation would have answered. `fingerprint` says which version you saw; when it has changed meanwhile the answer is 409 with the parts in `meta.changes`. It is charged now; a limit that is reached leaves it waiting. It needs `can_approve`. Nobody approves what they wrote themselves: 403. A post whose time has passed needs `scheduled_at` or `publish_now`; targets whose time lies ahead keep it.',
  tag: 'Approvals',
  http: { method: 'post', path: '/v1/held/{held_id}/approve', status: 200 },
  scope: 'any',
  isAudited: true,
  leaves: true,
  holdsItself: true,
  input: z.strictObject({
    held_id: HeldId,
    fingerprint: Fingerprint,
    publish_now: z.boolean().optional(),
    scheduled_at: z.string().max(100).optional(),
    confirm: z.boolean().optional().meta({
      description: 'true: somebody has looked at the platform, and it did not leave before the database was restored',
    }),
  }),
  output: z.looseObject({}),
  alsoAnswers: [201, 207],
  waits: true,

  async run(ctx, { held_id: id, ...approval }) {
    return approve(ctx, id, approval);
  },
});

export const rejectHeld = defineOperation({
  name: 'reject_held',
  summary: 'Reject what waits',
  description:
    'Ends what waits. A post becomes a draft without a time, with the decision in `review`. It needs `can_approve`, and nobody rejects what they wrote themselves: they withdraw it.',
  tag: 'Approvals',
  http: { method: 'post', path: '/v1/held/{held_id}/reject', status: 200 },
  scope: 'any',
  isAudited: true,
  leaves: false,
  input: z.strictObject({ held_id: HeldId, note: Note.optional() }),
  output: Held,
  run: (ctx, { held_id: id, note }) => ended(ctx, id, 'rejected', note),
});

export const requestChanges = defineOperation({
  name: 'request_changes',
  summary: 'Request changes',
  description:
    'Asks the author of a post that waits for changes. The post keeps its planned time, has the note in `review`, and waits again after its next change. Of anything but a post that was not published the answer is 409 `conflict`.',
  example: { input: { note: 'Shorter, please.' } },
  tag: 'Approvals',
  http: { method: 'post', path: '/v1/held/{held_id}/request-changes', status: 200 },
  scope: 'any',
  isAudited: true,
  leaves: false,
  input: z.strictObject({ held_id: HeldId, note: Note }),
  output: Held,
  run: (ctx, { held_id: id, note }) => ended(ctx, id, 'changes_requested', note),
});

export const withdrawHeld = defineOperation({
  name: 'withdraw_held',
  summary: 'Withdraw what waits',
  description:
    'Ends what waits. Its author may do that, and everybody who may decide about it. A post becomes a draft without a time.',
  tag: 'Approvals',
  http: { method: 'delete', path: '/v1/held/{held_id}', status: 200 },
  scope: 'any',
  isAudited: true,
  leaves: false,
  input: z.strictObject({ held_id: HeldId }),
  output: Held,
  run: (ctx, { held_id: id }) => ended(ctx, id, 'withdrawn'),
});

async function ended(
  ctx: Context,
  id: string,
  state: 'rejected' | 'changes_requested' | 'withdrawn',
  note?: string,
): Promise<z.infer<typeof Held>> {
  return ctx.commit(async (tx) => {
    await endHeld(ctx, tx, id, state, note);
    return toHeld(await findHeld(ctx, id, tx), ctx.tenant.mode === 'live');
  });
}

const ITEMS_MAX = 100;

export const decideHeldBulk = defineOperation({
  name: 'decide_held_bulk',
  summary: 'Decide about several things that wait',
  description: `Decides about at most ${ITEMS_MAX} things one by one, and answers for each. It does not wait for platforms. What cannot be decided has an \`error\` and goes on waiting.`,
  example: {
    input: { items: [{ id: exampleId('held'), fingerprint: 'text:Zm9yIGV4YW1wbGU0' }], decision: 'approve' },
    output: { data: [{ id: exampleId('held'), success: true }] },
  },
  tag: 'Approvals',
  http: { method: 'post', path: '/v1/held/bulk', status: 200 },
  scope: 'any',
  isAudited: true,
  leaves: true,
  holdsItself: true,
  input: z.strictObject({
    items: z
      .array(z.strictObject({ id: HeldId, fingerprint: Fingerprint }))
      .min(1)
      .max(ITEMS_MAX),
    decision: z.enum(['approve', 'reject', 'request_changes']),
    note: Note.optional(),
  }),
  output: z.object({
    data: z.array(
      z.object({ id: z.string(), success: z.boolean(), error: z.string().optional(), code: z.string().optional() }),
    ),
  }),

  async run(ctx, { items, decision, note }) {
    if (decision === 'request_changes' && note === undefined) throw missing('note', 'Say in note what should change.');
    const data = [];
    for (const { id, fingerprint } of items) {
      try {
        if (decision === 'approve') await approve(ctx, id, { fingerprint }, { waits: false });
        else await ended(ctx, id, decision === 'reject' ? 'rejected' : 'changes_requested', note);
        data.push({ id, success: true });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        data.push({ id, success: false, error: error.message, code: error.code });
      }
    }
    return new Reply(
      200,
      { data },
      data.some(({ success }) => success),
    );
  },
});
