import { z } from 'zod';
import type { Connector } from '../../core/connector.ts';
import { PLATFORMS } from '../../core/platforms.ts';
import { CreatePostInput } from './create-post-input.ts';
import type { TargetInput } from './post.ts';

/** A post as it would be sent to create it. */
export const CheckedPostInput = CreatePostInput.omit({
  publish_now: true,
  skip_duplicate_check: true,
  skip_validation: true,
});
export type CheckedPostInput = z.output<typeof CheckedPostInput>;

export const ValidationIssue = z.object({
  platform: z.enum(PLATFORMS),
  field: z.string().meta({ description: 'Path in the request' }),
  rule: z.string(),
  message: z.string(),
  limit: z.number().optional(),
  target: z.string().optional().meta({ description: 'The account, when the check was for one' }),
  segment_index: z.number().int().optional(),
});
export type ValidationIssue = z.infer<typeof ValidationIssue>;

/** Where a post would be seen: an account, or just a platform. */
export interface Place {
  readonly connector: Connector;
  /** What the target overrides. */
  readonly own: TargetInput;
  /** Position among the targets of the request. */
  readonly index?: number;
  readonly accountId?: string;
}
