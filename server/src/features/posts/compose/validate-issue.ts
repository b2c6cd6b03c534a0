import { z } from 'zod';
import type { Connector } from '../../../core/connector.ts';
import { PlatformName } from '../../../core/platforms.ts';
import { present, type TargetInput } from '../model/post.ts';
import { fieldAt, type Issue } from '../rules/check-limits.ts';
import { CreatePostInput } from './create-post-input.ts';
import type { Named } from './named-targets.ts';

/** A post as `create_post` takes it, without the fields that skip checks. */
export const CheckedPostInput = CreatePostInput.omit({
  publish_now: true,
  skip_duplicate_check: true,
  skip_validation: true,
});
export type CheckedPostInput = Named<z.output<typeof CheckedPostInput>>;

export const ValidationIssue = z
  .object({
    platform: PlatformName,
    field: z.string().meta({ description: 'Path in the request' }),
    rule: z.string(),
    message: z.string(),
    limit: z.number().optional(),
    target: z.string().optional().meta({ description: 'The account, when the check was for one' }),
    segment_index: z.number().int().optional(),
  })
  .meta({ id: 'ValidationIssue' });
export type ValidationIssue = z.infer<typeof ValidationIssue>;

/** An issue of a data sheet as the API shows it. `place`: where the post goes. */
export function toValidationIssue(
  { connector, own, index, accountId }: Place,
  { rule, field, message, limit, segmentIndex }: Issue,
): ValidationIssue {
  return {
    platform: connector.platform,
    field: fieldAt(connector, field, index, own),
    rule,
    message,
    ...present({ limit, target: accountId, segment_index: segmentIndex }),
  };
}

/** An account or a platform that a post is checked for. */
export interface Place {
  readonly connector: Connector;
  /** The fields that the target overrides. */
  readonly own: TargetInput;
  /** Position among the targets of the request. */
  readonly index?: number;
  readonly accountId?: string;
}
