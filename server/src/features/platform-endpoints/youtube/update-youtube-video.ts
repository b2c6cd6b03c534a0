import { z } from 'zod';
import { missing } from '../../../core/errors.ts';
import { defineOperation } from '../../../core/operation.ts';
import { compact } from '../../../lib/compact.ts';
import { changeAccount, changedBy } from '../change-account.ts';
import { accountField, PlatformId, SUCCESS, Success } from '../fields.ts';
import { platformIdOf } from './platform-id-of.ts';

const NO_MARKUP = /^[^<>]*$/;
const DESCRIPTION_BYTES_MAX = 5000;
const NO_MARKUP_MESSAGE = 'must not contain "<" or ">"';

export const updateYoutubeVideo = defineOperation({
  name: 'update_youtube_video',
  summary: 'Update a YouTube video',
  description:
    'Changes the title, the description or the visibility of a video of the account; fields that are left out stay. It is free. The answer waits for YouTube at most ten seconds, then it is 504 `platform_timeout` and the change goes on. Without any field it is 400 `missing_metadata`; an unknown video is 404 `not_found`.',
  example: { input: { title: 'Plum cake in ten minutes' } },
  tag: 'YouTube',
  http: { method: 'patch', path: '/v1/platforms/youtube/accounts/{account_id}/videos/{video_id}', status: 200 },
  scope: 'posts:write',
  leaves: true,
  input: z.strictObject({
    ...accountField,
    video_id: PlatformId.meta({ description: 'The id on YouTube, or the id of our post' }),
    title: z.string().max(100).regex(NO_MARKUP, NO_MARKUP_MESSAGE).regex(/\S/, 'must not be empty').optional(),
    description: z
      .string()
      .regex(NO_MARKUP, NO_MARKUP_MESSAGE)
      .refine(
        (text) => Buffer.byteLength(text) <= DESCRIPTION_BYTES_MAX,
        `must be at most ${DESCRIPTION_BYTES_MAX} bytes`,
      )
      .optional(),
    visibility: z.enum(['public', 'unlisted', 'private']).optional(),
  }),
  output: Success,

  async run(ctx, { account_id: accountId, video_id: id, ...fields }) {
    if (Object.values(fields).every((value) => value === undefined))
      throw missing('title', 'Send title, description or visibility.');
    const options = { accountId, platform: 'youtube', what: 'changes of videos' } as const;
    const platformId = await platformIdOf(ctx, accountId, id);
    await changeAccount(ctx, options, {
      change: 'update_video',
      input: { platformId, ...compact(fields) },
      answer: {},
    });
    return SUCCESS;
  },

  async replay(ctx, { ref }) {
    await changedBy(ctx, ref);
    return SUCCESS;
  },
});
