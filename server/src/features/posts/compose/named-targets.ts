import type { z } from 'zod';
import type { CreatePostInput, TargetInputSchema } from './create-post-input.ts';

export type PostInput = z.output<typeof CreatePostInput>;
export type NamedTarget = z.output<typeof TargetInputSchema>;

/** The targets that a request names, in either form. */
export function namedTargets(input: Pick<PostInput, 'targets' | 'account_ids'>): NamedTarget[] {
  return input.targets ?? (input.account_ids ?? []).map((id) => ({ account_id: id }));
}
