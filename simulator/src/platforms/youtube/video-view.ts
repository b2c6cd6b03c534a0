import { seenSince, sizeOf } from '../../core/world/audience.ts';
import { commentsOn } from './comments/comment-rows.ts';
import { type VideoRow, type Youtube, youtubeTime } from './store.ts';
import { privacyNow } from './video-rows.ts';

export const videoParts = [
  'snippet',
  'status',
  'contentDetails',
  'statistics',
  'processingDetails',
  'recordingDetails',
  'player',
  'localizations',
  'paidProductPlacementDetails',
];

/** The whole resource; callers take the parts that were asked for. Its owner alone sees how processing goes. */
export function videoView(youtube: Youtube, video: VideoRow, viewer: string): Record<string, unknown> {
  const { store } = youtube;
  const { id, channel, snippet, status } = video;
  const { title, description, tags, category_id, default_language } = snippet;
  const isOwn = channel === viewer;
  const comments = commentsOn(youtube, id).filter(({ moderation }) => moderation === 'published').length;
  const viewers = video.liked_by.length + comments;
  return {
    kind: 'youtube#video',
    etag: 'simulated',
    id,
    snippet: {
      publishedAt: youtubeTime(video.created_at),
      channelId: channel,
      title,
      description,
      thumbnails: thumbnailsOf(video),
      channelTitle: store.channels.get(channel)?.title,
      ...(tags.length > 0 && { tags }),
      categoryId: category_id,
      liveBroadcastContent: 'none',
      ...(default_language !== null && { defaultLanguage: default_language }),
      localized: { title, description },
    },
    status: {
      uploadStatus: uploadStatusOf(video),
      ...(video.failure !== null && { failureReason: video.failure }),
      privacyStatus: privacyNow(youtube, video),
      ...(status.publish_at !== null && privacyNow(youtube, video) === 'private' && { publishAt: status.publish_at }),
      license: status.license,
      embeddable: status.embeddable,
      publicStatsViewable: status.public_stats,
      madeForKids: status.made_for_kids,
      ...(isOwn && { selfDeclaredMadeForKids: status.made_for_kids, containsSyntheticMedia: status.synthetic }),
    },
    contentDetails: {
      duration: durationOf(video.duration_seconds),
      dimension: '2d',
      definition: (video.height ?? 0) >= 720 ? 'hd' : 'sd',
      caption: 'false',
      licensedContent: false,
    },
    statistics: {
      viewCount: String(viewers + seenSince(sizeOf(id), video.created_at, youtube.world.clock.now())),
      likeCount: String(video.liked_by.length),
      favoriteCount: '0',
      // Without comments there is no number of them.
      ...(!status.made_for_kids && { commentCount: String(comments) }),
    },
    processingDetails: isOwn ? processingOf(video) : undefined,
    recordingDetails: video.recording_date === null ? {} : { recordingDate: video.recording_date },
    paidProductPlacementDetails: { hasPaidProductPlacement: false },
  };
}

export function uploadStatusOf({ polls_left, failure }: VideoRow): string {
  if (polls_left > 0) return 'uploaded';
  return failure === null ? 'processed' : 'failed';
}

function processingOf(video: VideoRow) {
  const status = uploadStatusOf(video);
  if (status !== 'uploaded') return { processingStatus: status === 'failed' ? 'failed' : 'succeeded' };
  const processingProgress = { partsTotal: '10', partsProcessed: '5', timeLeftMs: '1000' };
  return { processingStatus: 'processing', processingProgress };
}

export function thumbnailsOf({ thumbnail }: VideoRow) {
  return {
    default: { url: thumbnail, width: 120, height: 90 },
    medium: { url: thumbnail, width: 320, height: 180 },
    high: { url: thumbnail, width: 480, height: 360 },
  };
}

/** ISO 8601: `PT1M3S`. */
function durationOf(seconds: number): string {
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor((seconds % 3600) / 60),
    Math.floor(seconds % 60),
  ];
  const parts = [hours > 0 ? `${hours}H` : '', minutes > 0 ? `${minutes}M` : '', rest > 0 ? `${rest}S` : ''].join('');
  return `PT${parts || '0S'}`;
}
