export const scopes = {
  basic: 'instagram_business_basic',
  publish: 'instagram_business_content_publish',
  comments: 'instagram_business_manage_comments',
  messages: 'instagram_business_manage_messages',
  insights: 'instagram_business_manage_insights',
} as const;

export const allScopes: readonly string[] = Object.values(scopes);
