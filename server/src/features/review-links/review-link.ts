import { z } from 'zod';
import { ActorShape } from '../../core/actor.ts';
import type { Context } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { ourId } from '../../core/ids.ts';
import { PLATFORMS } from '../../core/platforms.ts';
import { compact } from '../../lib/compact.ts';
import { secret } from '../../lib/secret-fields.ts';
import type { DecisionRow } from './review-decision.repository.ts';
import type { LinkRow } from './review-link.repository.ts';

const EXAMPLE = {
  name: 'The week before Christmas',
  message: 'Please look at it until Thursday.',
  from: '2026-12-21T00:00:00.000Z',
  to: '2026-12-28T00:00:00.000Z',
  expires_at: '2026-12-24T09:00:00.000Z',
  created_by: { type: 'user', id: exampleId('usr'), name: 'Ana Lima' },
};

export const ReviewLink = z
  .object({
    id: ourId('rvw'),
    brand_id: ourId('brand'),
    name: z.string().optional(),
    message: z.string().optional(),
    post_ids: z.array(z.string()).optional(),
    from: z.string().optional(),
    to: z.string().optional(),
    status: z.enum(['active', 'expired', 'withdrawn']),
    expires_at: z.string(),
    created_at: z.string(),
    created_by: ActorShape,
    livemode: z.boolean(),
  })
  .meta({
    id: 'ReviewLink',
    example: EXAMPLE,
  });

const URL_EXAMPLE = 'https://hubbub.example.com/review/dGhpcyBpcyBubyByZWFsIHRva2Vu';

export const NewReviewLink = ReviewLink.extend({
  url: secret(z.string().meta({ description: 'Send it to the reviewer. No other response has it' })),
}).meta({ id: 'NewReviewLink', example: { ...EXAMPLE, url: URL_EXAMPLE } });

const Decision = z
  .object({
    post_id: ourId('post'),
    held_id: z.string().optional(),
    decision: z.enum(['approved', 'changes_requested', 'commented']),
    note: z.string().optional(),
    decided_by: ActorShape.meta({ description: 'The link with the name that was typed, or who was signed in' }),
    at: z.string(),
    ip: z.string().optional(),
    fingerprint: z.string().optional(),
    seen: z.object({
      texts: z.array(
        z.object({
          account_id: z.string().optional(),
          platform: z.string(),
          title: z.string().optional(),
          parts: z.array(z.string()),
          first_comment: z.string().optional(),
        }),
      ),
      media: z.array(
        z.object({ id: z.string().optional(), url: z.string().optional(), sha256: z.string().optional() }),
      ),
    }),
  })
  .meta({
    id: 'ReviewDecision',
    description: 'Who saw what, and decided what',
    example: {
      decision: 'approved',
      decided_by: { type: 'link', id: exampleId('rvw'), name: 'Carla of the café' },
      seen: { texts: [{ platform: PLATFORMS[0], parts: ['Our cake of the week: plum and cinnamon.'] }], media: [] },
    },
  });

export const ReviewLinkWithDecisions = ReviewLink.extend({ decisions: z.array(Decision) }).meta({
  id: 'ReviewLinkWithDecisions',
  example: EXAMPLE,
});

export function toReviewLink(row: LinkRow, { tenant }: Pick<Context, 'tenant'>): z.infer<typeof ReviewLink> {
  const { id, brand_id, name, message, post_ids, from_at, to_at, status, expires_at, created_at, created_by } = row;
  return {
    id,
    brand_id,
    ...compact({
      name: name ?? undefined,
      message: message ?? undefined,
      post_ids: post_ids ?? undefined,
      from: from_at?.toISOString(),
      to: to_at?.toISOString(),
    }),
    status,
    expires_at: expires_at.toISOString(),
    created_at: created_at.toISOString(),
    created_by,
    livemode: tenant.mode === 'live',
  };
}

export function toDecision(row: DecisionRow): z.infer<typeof Decision> {
  const { post_id, held_id, decision, note, decided_by, at, ip, fingerprint, seen } = row;
  return {
    post_id,
    ...compact({ held_id: held_id ?? undefined }),
    decision,
    ...compact({ note: note ?? undefined }),
    decided_by,
    at: at.toISOString(),
    ...compact({ ip: ip ?? undefined, fingerprint: fingerprint ?? undefined }),
    seen: { texts: [...seen.texts].map((text) => ({ ...text, parts: [...text.parts] })), media: [...seen.media] },
  };
}

/** 403 unless the actor decides about posts itself: what is held, and an agent, makes no links and reads none. */
export function assertReviewer({ actor }: Pick<Context, 'actor'>): void {
  if (actor.canApprove && actor.sending === 'direct') return;
  throw new ApiError(
    'permission_denied',
    'Review links are made and read by somebody who may approve (can_approve) and sends directly.',
    { resource: 'review_link' },
    'held.not_approver',
  );
}
