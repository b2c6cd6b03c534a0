import type { Content } from '../../core/connector.ts';
import type { Readiness } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media, Session } from '../../core/session.ts';
import { made } from '../shared/meta/wire.ts';
import { call, uploadByUrl } from './client.ts';
import { videoForm } from './map.ts';
import { startedVideo, VIDEO_FIELDS, video, videoStatus, type WireVideo } from './wire.ts';

const CHECK_AFTER_SECONDS = 5;

/**
 * Lets Facebook fetch an unpublished video. A video published at once would appear whenever Facebook has processed it:
 * long after the last lookup for a lost response, or never.
 * https://developers.facebook.com/docs/graph-api/reference/page/videos
 */
export async function uploadVideo(session: Session, content: Content): Promise<string> {
  const [item] = content.media;
  const path = [session.account.platformId, 'videos'];
  const form = { file_url: (item as Media).url, published: 'false', ...videoForm(content) };
  return (await call(session, { method: 'POST', path, form, response: made })).id;
}

/** Starts a reel or a video story and lets Facebook fetch its file. */
export async function fetchVideo(session: Session, edge: string, [item]: Content['media']): Promise<string> {
  const path = [session.account.platformId, edge];
  const { video_id } = await call(session, {
    method: 'POST',
    path,
    form: { upload_phase: 'start' },
    response: startedVideo,
  });
  await uploadByUrl(session, video_id, (item as Media).url);
  return video_id;
}

export function readVideo(session: Session, id: string): Promise<WireVideo> {
  return call(session, { method: 'GET', path: [id], query: { fields: VIDEO_FIELDS }, response: video });
}

/**
 * Whether an uploaded video may be published. Processing may start only after the last step, so we wait only while
 * processing runs. When the session cannot be read yet, the last step decides.
 */
export async function videoReadiness(session: Session, id: string): Promise<Readiness> {
  const query = { fields: 'status' };
  const read = call(session, { method: 'GET', path: [id], query, response: videoStatus });
  const { status } = await read.catch((error: unknown) => {
    if (error instanceof PlatformError && error.kind === 'not_found') return { status: undefined };
    throw error;
  });
  const phases = [status?.uploading_phase, status?.processing_phase];
  const isBroken = ['error', 'expired', 'upload_failed'].includes(status?.video_status ?? '');
  if (isBroken || phases.some((phase) => phase?.status === 'error')) {
    const reason = phases.map((phase) => phase?.error?.message).find(Boolean);
    const message = `Facebook failed to process the video${reason === undefined ? '' : `: ${reason.slice(0, 300)}`}.`;
    return { state: 'failed', error: new PlatformError('rejected', message, { field: 'media' }) };
  }
  const phase = status?.processing_phase?.status ?? (status?.video_status === 'processing' ? 'in_progress' : undefined);
  return phase === 'in_progress' ? { state: 'not_ready', checkAfterSeconds: CHECK_AFTER_SECONDS } : { state: 'ready' };
}

/** Whether the last step of a video has happened; undefined when Facebook does not say. */
export function isPublished({ status }: WireVideo): boolean | undefined {
  const { status: state, publish_status } = status?.publishing_phase ?? {};
  if (publish_status !== undefined) return publish_status === 'published';
  return state === undefined ? undefined : state === 'complete' || state === 'completed';
}
