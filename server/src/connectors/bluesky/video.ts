import { z } from 'zod';
import type { Readiness } from '../../core/effect.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { Media, MediaFile, Session } from '../../core/session.ts';
import { withFile } from '../media-file.ts';
import { callXrpc } from './client.ts';
import { VIDEO_BYTES_MAX } from './limits.ts';
import { assertFits } from './media.ts';
import { BlobRef, type Job, JobAnswer, ServiceToken } from './wire.ts';

const CHECK_AFTER_SECONDS = 3;
const TOKEN_SECONDS = 1800;
const NAMESPACE = 'app.bsky.video';

/** A video on its way through the video service; with `blob` it has arrived. */
export const PreparedVideo = z.object({
  jobId: z.string(),
  alt: z.string(),
  blob: BlobRef.optional(),
});
export type PreparedVideo = z.output<typeof PreparedVideo>;

/** https://docs.bsky.app/docs/tutorials/video: the service uploads to the account's server in our name. */
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
  const job = await callXrpc(withConflictsAsAnswers(session), 'read', call, JobAnswer);
  const failure = failureOf(job);
  if (failure) throw failure;
  return { jobId: job.jobId, alt: item.altText ?? '', ...(job.blob === undefined ? {} : { blob: job.blob }) };
}

/** The right to upload to the account's server, for its address as the server knows itself. */
async function serviceToken(session: Session): Promise<string> {
  const aud = `did:web:${new URL(session.hosts.pds ?? '').hostname}`;
  const exp = Math.floor(session.now().getTime() / 1000) + TOKEN_SECONDS;
  const parameters = { aud, lxm: 'com.atproto.repo.uploadBlob', exp };
  const call = { method: 'GET', name: 'com.atproto.server.getServiceAuth', parameters } as const;
  return (await callXrpc(session, 'read', call, ServiceToken)).token;
}

/** A file that the service had before is a conflict, whose body is the finished job. */
function withConflictsAsAnswers(session: Session): Session {
  const send: Session['http']['send'] = async (request) => {
    const answer = await session.http.send(request);
    return answer.status === 409 && JobAnswer.safeParse(answer.json).success ? { ...answer, status: 200 } : answer;
  };
  return { ...session, http: { send } };
}

/** Every state but the two final ones means that the service still works; a blob is worth more than any state. */
export async function videoReadiness(session: Session, video: PreparedVideo): Promise<Readiness> {
  if (video.blob) return { state: 'ready' };
  const job = await readJob(session, video);
  if (job.blob) return { state: 'ready' };
  const error = failureOf(job);
  return error ? { state: 'failed', error } : { state: 'not_ready', checkAfterSeconds: CHECK_AFTER_SECONDS };
}

/** The embed of a video that is ready. */
export async function videoEmbed(session: Session, { blob, alt, ...rest }: PreparedVideo) {
  const video = blob ?? (await readJob(session, { alt, ...rest })).blob;
  if (video === undefined)
    throw new PlatformError('unavailable', 'The video service does not tell where the video is.');
  return { $type: 'app.bsky.embed.video', video, alt };
}

async function readJob(session: Session, { jobId }: PreparedVideo): Promise<Job> {
  const parameters = { jobId };
  const call = { method: 'GET', name: `${NAMESPACE}.getJobStatus`, parameters, host: 'video', token: '' } as const;
  return await callXrpc(session, 'read', call, JobAnswer);
}

function failureOf({ blob, state, error, message, jobId }: Job): PlatformError | undefined {
  if (blob) return undefined;
  const words = (message || error || 'Bluesky could not process the video.').slice(0, 300);
  const code = error ? { platformCode: error.slice(0, 100) } : {};
  if (error === 'unconfirmed_email') {
    const advice = 'Bluesky takes videos only from accounts whose e-mail address is confirmed.';
    return new PlatformError('forbidden', advice, code);
  }
  if (state === 'JOB_STATE_FAILED') return new PlatformError('rejected', words, { field: 'media', ...code });
  // A refusal without a job; one with a job may be the conflict above.
  return jobId === '' ? new PlatformError('unavailable', words, code) : undefined;
}
