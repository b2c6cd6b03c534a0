import { exampleId } from '../../core/example.ts';

/** The owner's answer to the example of a comment. */
export const exampleReply = {
  id: 'cmt_01jsamp1e00000000000000001',
  platform_id: 'example-reply',
  text: 'Yes, and so is the cream.',
  author_id: 'example-account',
  author_name: 'Harbour Café',
  author_username: 'harbourcafe',
  is_owner: true,
  parent_id: exampleId('cmt'),
  created_at: '2027-01-01T09:25:00.000Z',
  capabilities: { can_private_reply: false },
};
