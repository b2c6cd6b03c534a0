/** https://developers.facebook.com/docs/threads/get-started */
export const scopes = {
  basic: 'threads_basic',
  publish: 'threads_content_publish',
  readReplies: 'threads_read_replies',
  manageReplies: 'threads_manage_replies',
  insights: 'threads_manage_insights',
  mentions: 'threads_manage_mentions',
  delete: 'threads_delete',
  locations: 'threads_location_tagging',
  shareToInstagram: 'threads_share_to_instagram',
} as const;

export const allScopes: readonly string[] = Object.values(scopes);
