import { z } from 'zod';

const Id = z.string().min(1).max(500);

/** The post of a comment route. */
export const postFields = {
  post_id: Id.meta({ description: 'The post: `ip_…`, `post_…` or the platform’s id' }),
  account_id: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Needed only when several accounts published the post' }),
};

/** A comment on a post. */
export const commentFields = {
  ...postFields,
  comment_id: Id.meta({ description: 'Our id or the platform’s' }),
};
