import { z } from 'zod';
import { ourId } from './ids.ts';

/** `sending`: its author sends nothing alone. `brand`: the brand wants somebody else's approval of its posts. */
export type HeldReason = 'sending' | 'brand';

export const HELD_STATES = [
  'waiting',
  'approved',
  'rejected',
  'changes_requested',
  'missed',
  'expired',
  'withdrawn',
] as const;
export type HeldState = (typeof HELD_STATES)[number];

export const HELD_KINDS = [
  'post',
  'edit',
  'retry',
  'removal',
  'reply',
  'private_reply',
  'message',
  'review_reply',
  'mention_reply',
  'moderation',
  'platform',
] as const;
export type HeldKind = (typeof HELD_KINDS)[number];

/** The waiting part of a post, as its row keeps it. */
export interface PostHeld {
  readonly id: string;
  readonly kind: HeldKind;
  readonly state: HeldState;
  readonly reason: HeldReason;
  readonly fingerprint: string;
}

/** The waiting part of a post, as responses show it. */
export const HeldShape = z
  .object({
    id: ourId('held'),
    kind: z.enum(HELD_KINDS),
    state: z.enum(HELD_STATES),
    reason: z.enum(['sending', 'brand']),
    fingerprint: z.string().meta({ description: 'What an approval sends back' }),
    due_at: z.string().optional(),
  })
  .meta({ id: 'HeldOfPost', description: 'What waits for a person' });

/** Thrown inside an operation that must wait. The call is then stored, and nothing of it has happened. */
export class MustWait extends Error {
  readonly reason: HeldReason;

  constructor(reason: HeldReason) {
    super('It waits for a person.');
    this.reason = reason;
  }
}
