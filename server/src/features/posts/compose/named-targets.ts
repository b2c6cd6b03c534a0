import type { z } from 'zod';
import type { CreatePostInput, TargetInputSchema } from './create-post-input.ts';

/** A target as a request has it: by account, by platform or by both. */
export type RequestedTarget = z.output<typeof TargetInputSchema>;
/** A target with its account. */
export type NamedTarget = Omit<RequestedTarget, 'account_id' | 'platform'> & { account_id: string };
/** The same input with the accounts of its targets. */
export type Named<Input extends { targets?: unknown }> = Omit<Input, 'targets'> & {
  targets?: NamedTarget[] | undefined;
};
export type PostInput = Named<z.output<typeof CreatePostInput>>;

/** The targets that a request names, in either form. */
export function namedTargets(input: Pick<PostInput, 'targets' | 'account_ids'>): NamedTarget[] {
  return input.targets ?? (input.account_ids ?? []).map((id) => ({ account_id: id }));
}
