import { z } from 'zod';
import type { Preview } from '../publish/outcome.ts';
import { CreatePostInput } from './create-post-input.ts';
import type { Named } from './named-targets.ts';

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
  hidden: z.boolean().optional().meta({ description: 'true leaves the post out of lists; platforms do not see it' }),
});

/** The changes that a request asks for. */
export type PostChanges = Named<Omit<z.output<typeof UpdatePostInput>, 'post_id'>>;

/** The result of a change. `id` names the post and, after a space, the batch of edits that the response waits for. */
export interface Changed {
  readonly id: string;
  readonly preview: Preview | undefined;
}

/** The post has changed since it was read; nothing was written. */
export class Overtaken extends Error {}
