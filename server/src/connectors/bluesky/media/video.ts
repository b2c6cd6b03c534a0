import { z } from 'zod';
import type { Readiness } from '../../../core/effect.ts';
import { PlatformError } from '../../../core/platform-error.ts';
import type { Media, MediaFile, Session } from '../../../core/session.ts';
import { compact } from '../../../lib/compact.ts';
import { withFile } from '../../shared/media-file.ts';
import { callXrpc } from '../client.ts';
import { VIDEO_BYTES_MAX } from '../limits.ts';
import { BlobRef, type Job, JobResponse, ServiceToken } from '../wire.ts';
import { assertFits } from './media.ts';

const CHECK_AFTER_SECONDS = 3;
const TOKEN_SECONDS = 1800;
const NAMESPACE = 'app.bsky.video';

/** A video that the video service is processing; with `blob` it is processed. */
export const PreparedVideo = z.object({
  jobId: z.string(),
  alt: z.string(),
  blob: BlobRef.optional(),
});
export type PreparedVideo = z.output<typeof PreparedVideo>;

/** The service uploads to the account's server in our name: https://docs.bsky.app/docs/tutorials/video */
export async function uploadVideo(session: Session, item: Media): Promise<PreparedVideo> {
  return withFile(session, item, (file) => upload(session, item, file));
}

async function upload(session: Session, item: Media, file: MediaFile): Promise<PreparedVideo> {
  assertFits(file, VIDEO_BYTES_MAX, item);
  const token = await serviceToken(session);
  const call = {
    method: 'POST',
    name: `${NAMESPACE}.uploadVideo`,
    parameters: { did: session.account.platformId, name: file.filename.slice(-100) },
    body: { bytes: file, type: file.contentType },
    host: 'video',
    token,
  } as const;
  const job = await callXrpc(withConflictsAsSuccess(session), 'read', call, JobResponse);
  const failure = failureOf(job);
  if (failure) throw failure;
  return compact({ jobId: job.jobId, alt: item.altText ?? '', blob: job.blob });
}

/** A token for uploads to the account's server, issued for the server's own hostname. */
async function serviceToken(session: Session): Promise<string> {
  const aud = `did:web:${new URL(session.hosts.pds ?? '').hostname}`;
  const exp = Math.floor(session.now().getTime() / 1000) + TOKEN_SECONDS;
  const parameters = { aud, lxm: 'com.atproto.repo.uploadBlob', exp };
  const call = { method: 'GET', name: 'com.atproto.server.getServiceAuth', parameters } as const;
  return (await callXrpc(session, 'read', call, ServiceToken)).token;
}

/** A file that the service already has is a conflict (409), whose body is the finished job. */
function withConflictsAsSuccess(session: Session): Session {
  const send: Session['http']['send'] = async (request) => {
    const response = await session.http.send(request);
    return response.status === 409 && JobResponse.safeParse(response.json).success
      ? { ...response, status: 200 }
      : response;
  };
  return { ...session, http: { send } };
}

/**
 * Every state but the two final ones means that the service is still processing. A blob proves success in any state.
 */
export async function videoReadiness(session: Session, video: PreparedVideo): Promise<Readiness> {
  if (video.blob) return { state: 'ready' };
  const job = await readJob(session, video);
  if (job.blob) return { state: 'ready' };
  const error = failureOf(job);
  return error ? { state: 'failed', error } : { state: 'not_ready', checkAfterSeconds: CHECK_AFTER_SECONDS };
}

/** The embed of a processed video. */
export async function videoEmbed(session: Session, { blob, alt, ...rest }: PreparedVideo) {
  const video = blob ?? (await readJob(session, { alt, ...rest })).blob;
  if (video === undefined) throw new PlatformError('unavailable', 'The video service does not say where the video is.');
  return { $type: 'app.bsky.embed.video', video, alt };
}

async function readJob(session: Session, { jobId }: PreparedVideo): Promise<Job> {
  const parameters = { jobId };
  const call = { method: 'GET', name: `${NAMESPACE}.getJobStatus`, parameters, host: 'video', token: '' } as const;
  return await callXrpc(session, 'read', call, JobResponse);
}

function failureOf({ blob, state, error, message, jobId }: Job): PlatformError | undefined {
  if (blob) return undefined;
  const reason = (message || error || 'Bluesky could not process the video.').slice(0, 300);
  const code = error ? { platformCode: error.slice(0, 100) } : {};
  if (error === 'unconfirmed_email') {
    const advice = 'Bluesky takes videos only from accounts whose e-mail address is confirmed.';
    return new PlatformError('forbidden', advice, code);
  }
  if (state === 'JOB_STATE_FAILED') return new PlatformError('rejected', reason, { field: 'media', ...code });
  // Only an error without a job is final; one with a job may be the conflict above.
  return jobId === '' ? new PlatformError('unavailable', reason, code) : undefined;
}
