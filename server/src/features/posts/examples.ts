import { EXAMPLE_AT, exampleId } from '../../core/example.ts';

/** The optional fields in an example of a post. */
export const exampleContent = {
  text: 'Our cake of the week: plum and cinnamon.',
  media: [{ source_type: 'media_id', source: exampleId('med') }],
  media_ids: [exampleId('med')],
};
const published = { status: 'published', published_at: EXAMPLE_AT };

export const examplePublished = {
  ...published,
  targets: [{ ...published, platform_post_id: 'example-post', permalink: 'https://example.com/p/example-post' }],
};
export const examplePublishing = { ...exampleContent, status: 'publishing', targets: [{ status: 'publishing' }] };
export const exampleScheduled = { status: 'scheduled', scheduled_at: '2027-01-02T08:00:00.000Z' };
