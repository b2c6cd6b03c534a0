import { EXAMPLE_AT, exampleId } from '../../core/example.ts';
import { PLATFORMS } from '../../core/platforms.ts';
import type { Post } from './model/post.ts';

export const [examplePlatform] = PLATFORMS;
export const EXAMPLE_DUE_AT = '2027-01-02T08:00:00.000Z';
export const exampleText = 'Our cake of the week: plum and cinnamon.';

const content = {
  id: exampleId('post'),
  text: exampleText,
  media: [{ source_type: 'media_id' as const, source: exampleId('med') }],
  media_ids: [exampleId('med')],
  hidden: false,
  retry_count: 0,
  created_at: EXAMPLE_AT,
  updated_at: EXAMPLE_AT,
  livemode: true,
};
const target = { account_id: exampleId('acc'), platform: examplePlatform };

export const examplePublishing: Post = {
  ...content,
  status: 'publishing',
  targets: [{ ...target, status: 'publishing' }],
};

export const exampleScheduled: Post = {
  ...content,
  status: 'scheduled',
  scheduled_at: EXAMPLE_DUE_AT,
  targets: [{ ...target, status: 'pending' }],
};

export const examplePost: Post = {
  ...content,
  status: 'published',
  published_at: EXAMPLE_AT,
  targets: [
    {
      ...target,
      status: 'published',
      platform_post_id: 'example-post',
      permalink: 'https://example.com/p/example-post',
      published_at: EXAMPLE_AT,
    },
  ],
};
