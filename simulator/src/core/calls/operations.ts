/** The closed list of operation names that faults, calls, coverage and ledger speak in; each platform maps its routes to them. */
export const operations = [
  /** The call that makes a post public. */
  'publish',
  'create_container',
  'container_status',
  'upload_media',
  'media_status',
  'list_posts',
  'get_post',
  'delete_post',
  'edit_post',
  /** A comment or reply by the account. */
  'reply',
  'list_comments',
  'hide_comment',
  'delete_comment',
  'profile',
  'token',
  'refresh_token',
  'limits',
  'mentions',
  'messages',
  'send_message',
  'subscribe',
  'other',
] as const;

export type Operation = (typeof operations)[number];
