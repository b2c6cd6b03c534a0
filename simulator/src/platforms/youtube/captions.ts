import { json, text } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { me, partsOf, pick } from './access.ts';
import { missing, YoutubeError } from './errors.ts';
import { type VideoRow, type Youtube, youtubeTime } from './store.ts';
import { uploadStatusOf } from './video-view.ts';
import { ownVideo } from './videos.ts';

interface Track {
  readonly id: string;
  readonly kind: 'standard' | 'asr';
  readonly language: string;
  readonly lines: readonly string[];
}

/**
 * The tracks of a video: what was recognised when it has a description, and what its owner wrote when it has a default
 * language.
 */
function tracksOf(video: VideoRow): Track[] {
  const { title, description, default_language } = video.snippet;
  if (uploadStatusOf(video) !== 'processed') return [];
  const lines = description.split('\n').filter((line) => line.trim() !== '');
  const language = default_language ?? 'en';
  const heard: Track = { id: `${video.id}~asr`, kind: 'asr', language, lines: lines.map((line) => line.toLowerCase()) };
  const written: Track = { id: `${video.id}~own`, kind: 'standard', language, lines: [title, ...lines] };
  return [...(lines.length > 0 ? [heard] : []), ...(default_language === null ? [] : [written])];
}

/** `GET /captions?videoId=`: the tracks of an own video. */
export function listCaptions(youtube: Youtube, call: Call): PlatformResponse {
  const { id: channel } = me(youtube, call, 'comment');
  const parts = partsOf(call, ['id', 'snippet']);
  const videoId = call.input('videoId');
  if (videoId === undefined) throw missing('videoId');
  const video = ownVideo(youtube, videoId, channel);
  const items = tracksOf(video).map(({ id, kind, language }) => {
    const snippet = {
      videoId,
      lastUpdated: youtubeTime(video.created_at),
      trackKind: kind,
      language,
      name: '',
      isDraft: false,
      status: 'serving',
    };
    return pick({ kind: 'youtube#caption', etag: 'simulated', id, snippet }, parts);
  });
  return json({ kind: 'youtube#captionListResponse', etag: 'simulated', items });
}

/** `GET /captions/{id}?tfmt=srt`: two seconds for each line. */
export function downloadCaptions(youtube: Youtube, call: Call): PlatformResponse {
  const { id: channel } = me(youtube, call, 'comment');
  const id = call.param('id');
  const video = youtube.store.videos.get(id.split('~')[0] ?? '');
  const track = video && ownVideo(youtube, video.id, channel) && tracksOf(video).find((found) => found.id === id);
  if (!track)
    throw new YoutubeError(404, 'captionNotFound', 'The caption track could not be found.', {
      domain: 'youtube.caption',
    });
  if ((call.input('tfmt') ?? 'srt') !== 'srt')
    throw new YoutubeError(400, 'couldNotConvert', 'The caption track could not be converted.', {
      domain: 'youtube.caption',
    });
  const parts = track.lines.map((line, index) => `${index + 1}\n${at(2 * index)} --> ${at(2 * index + 2)}\n${line}\n`);
  return text(parts.join('\n'), 200, 'text/plain; charset=utf-8');
}

/** `00:00:04,000` */
function at(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(11, 19)},000`;
}
