import type { ProductType } from '../store.ts';

/** Metrics of each kind of media: https://developers.facebook.com/docs/instagram-platform/reference/instagram-media/insights */
export const mediaMetrics: Readonly<Record<ProductType, readonly string[]>> = {
  FEED: [
    'views',
    'reach',
    'likes',
    'comments',
    'shares',
    'saved',
    'reposts',
    'total_interactions',
    'follows',
    'profile_visits',
    'profile_activity',
  ],
  REELS: [
    'views',
    'reach',
    'likes',
    'comments',
    'shares',
    'saved',
    'reposts',
    'total_interactions',
    'ig_reels_avg_watch_time',
    'ig_reels_video_view_total_time',
    'reels_skip_rate',
    'crossposted_views',
    'facebook_views',
  ],
  STORY: [
    'views',
    'reach',
    'replies',
    'shares',
    'total_interactions',
    'navigation',
    'follows',
    'profile_visits',
    'profile_activity',
    'link_clicks',
  ],
};

export const everyMediaMetric: readonly string[] = [...new Set(Object.values(mediaMetrics).flat())];

/** Metrics of an account: https://developers.facebook.com/docs/instagram-platform/api-reference/instagram-user/insights */
export const totalMetrics: readonly string[] = [
  'reach',
  'views',
  'accounts_engaged',
  'total_interactions',
  'likes',
  'comments',
  'shares',
  'saves',
  'replies',
  'reposts',
  'follows_and_unfollows',
  'profile_links_taps',
];

export const seriesMetrics: readonly string[] = ['reach', 'follower_count'];

export const demographicMetrics: readonly string[] = ['follower_demographics', 'engaged_audience_demographics'];

export const everyUserMetric: readonly string[] = [
  ...new Set([...totalMetrics, ...seriesMetrics, ...demographicMetrics]),
];

const titles: Readonly<Record<string, string>> = {
  reach: 'Accounts reached',
  saved: 'Saved',
  profile_activity: 'Profile activity',
};

export function titleOf(metric: string): string {
  const words = metric.replaceAll('_', ' ');
  return titles[metric] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
