import { z } from 'zod';
import { CreatePostInput } from './create-post-input.ts';
import type { Rehearsed } from './outcome.ts';

export const UpdatePostInput = CreatePostInput.omit({
  publish_now: true,
  skip_duplicate_check: true,
  account_ids: true,
  scheduled_at: true,
}).extend({
  post_id: z.string().min(1).max(200),
  scheduled_at: CreatePostInput.shape.scheduled_at
    .nullable()
    .meta({ description: 'null takes the post off the schedule' }),
  hidden: z.boolean().optional(),
});

/** What a request changes. */
export type PostChanges = Omit<z.output<typeof UpdatePostInput>, 'post_id'>;

/** What a change leaves behind for the answer; `id` names the post and the changes of its copies that are waited for. */
export interface Changed {
  readonly id: string;
  readonly rehearsed: Rehearsed | undefined;
}

/** A change that the post itself has overtaken since it was read; nothing was written. */
export class Overtaken extends Error {}
