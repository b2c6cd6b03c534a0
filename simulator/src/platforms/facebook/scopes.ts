/** https://developers.facebook.com/docs/permissions */
export const scopes = {
  profile: 'public_profile',
  list: 'pages_show_list',
  posts: 'pages_manage_posts',
  read: 'pages_read_engagement',
  userContent: 'pages_read_user_content',
  engagement: 'pages_manage_engagement',
  metadata: 'pages_manage_metadata',
  messages: 'pages_messaging',
  insights: 'read_insights',
  business: 'business_management',
} as const;

export const allScopes: readonly string[] = Object.values(scopes);
