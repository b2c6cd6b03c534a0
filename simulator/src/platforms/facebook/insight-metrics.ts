const reactions = ['like', 'love', 'wow', 'haha', 'sorry', 'anger'] as const;

/**
 * Metrics of 2026, after the removals of 15 November 2025 and 15 June 2026. A name that is not here fails the
 * whole call. https://developers.facebook.com/docs/graph-api/reference/insights
 */
export const pageMetrics: readonly string[] = [
  'page_media_view',
  'page_total_media_view_unique',
  'page_post_engagements',
  'page_follows',
  'page_daily_follows',
  'page_daily_follows_unique',
  'page_daily_unfollows_unique',
  'page_total_actions',
  'page_views_total',
  'page_fan_adds_by_paid_non_paid_unique',
  ...reactions.map((name) => `page_actions_post_reactions_${name}_total`),
  'page_actions_post_reactions_total',
  'page_video_view_time',
  'page_video_repeat_views',
  'page_video_complete_views_30s',
];

export const postMetrics: readonly string[] = [
  'post_media_view',
  'post_total_media_view_unique',
  'post_clicks',
  'post_clicks_by_type',
  'post_reactions_by_type_total',
  ...reactions.map((name) => `post_reactions_${name}_total`),
  'post_activity_by_action_type',
  'post_video_views',
  'post_video_avg_time_watched',
  'post_video_length',
  'post_video_complete_views_30s',
  'post_video_retention_graph',
  'post_video_views_15s',
  'post_video_views_60s_excludes_shorter',
];

export function titleOf(metric: string): string {
  const words = metric.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
