import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse, Route } from '../../core/platform.ts';
import { keepBlob, refOf } from './blobs.ts';
import { blobCid } from './ids.ts';
import { makeJwt } from './oauth/jwt.ts';
import { videoBytesMax } from './record-types.ts';
import type { Store, VideoJob } from './store.ts';
import { invalidRequest, me, procedure, query, required, XrpcError } from './xrpc.ts';

const dailyVideos = 25;
/** Looks that say "encoding" before the video is ready. */
const usualPolls = 1;
const uploadMethod = 'com.atproto.repo.uploadBlob';

/** The video service, and the service token of the PDS that opens it: https://docs.bsky.app/docs/tutorials/video */
export function videoRoutes(store: Store): Route[] {
  const host = 'video';
  return [
    query('com.atproto.server.getServiceAuth', { operation: 'upload_media' }, (call) => getServiceAuth(store, call)),
    procedure('app.bsky.video.uploadVideo', { host, operation: 'upload_media' }, (call) => uploadVideo(store, call)),
    query('app.bsky.video.getJobStatus', { host, operation: 'media_status', auth: 'none' }, (call) =>
      getJobStatus(store, call),
    ),
  ];
}

function getServiceAuth(store: Store, call: Call): PlatformResponse {
  const { world } = store;
  const aud = required(call, 'aud');
  const lxm = call.input('lxm') ?? '';
  if (!/^did:[a-z]+:[\w.:%#-]+$/.test(aud)) throw invalidRequest('aud must be a valid did');
  const nowSeconds = Math.floor(world.clock.now() / 1000);
  const exp = Number(call.input('exp') ?? nowSeconds + 60);
  const life = exp - nowSeconds;
  if (life <= 0) throw new XrpcError(400, 'BadExpiration', 'expiration is in past');
  if (life > 3600)
    throw new XrpcError(
      400,
      'BadExpiration',
      'cannot request a token with an expiration more than an hour in the future',
    );
  if (lxm === '' && life > 60)
    throw new XrpcError(
      400,
      'BadExpiration',
      'cannot request a method-less token with an expiration more than a minute in the future',
    );
  const value = makeJwt(world, 'JWT', { iss: me(call), aud, ...(lxm === '' ? {} : { lxm }) }, life);
  const options = {
    kind: 'access',
    account: me(call),
    value,
    expiresInSeconds: life,
    note: `service ${aud} ${lxm}`,
  } as const;
  call.effect(() => world.tokens.issue(options));
  return json({ token: value });
}

/** The upload is done in the name of the user's PDS, so the token is for that. */
function mustAllow(call: Call): void {
  const [, aud = '', lxm] = (call.token?.note ?? '').split(' ');
  if (lxm !== uploadMethod || aud.startsWith('did:web:video.bsky.app'))
    throw new XrpcError(401, 'InvalidToken', `The token is not for ${uploadMethod}`);
}

/** Answers flat, as the real service does, though its lexicon says `{ jobStatus }`. */
function uploadVideo(store: Store, call: Call): PlatformResponse {
  mustAllow(call);
  const did = required(call, 'did');
  required(call, 'name');
  if (did !== me(call)) throw new XrpcError(401, 'InvalidToken', 'The token is of another account');
  const { content } = call;
  if (content.length === 0) throw invalidRequest('A request body is expected but none was provided');
  if (content.length > videoBytesMax) throw new XrpcError(413, 'PayloadTooLarge', 'request entity too large');
  const cid = blobCid(content);
  const known = store.jobs.where('did', did).find((job) => job.cid === cid && job.failure === null);
  if (known) {
    const status = { did, error: 'already_exists', jobId: known.id, message: 'Video already processed' };
    return json({ ...status, state: known.polls_left > 0 ? 'JOB_STATE_ENCODING' : 'JOB_STATE_COMPLETED' }, 409);
  }
  if (usedToday(store, did) >= dailyVideos)
    throw new XrpcError(429, 'daily_limit', 'User has exceeded daily upload videos limit');
  const { contentType } = store.world.media.facts(content);
  const job: VideoJob = {
    id: store.newTid(),
    did,
    polls_left: usualPolls + call.notReadyPolls(),
    mime: 'video/mp4',
    cid,
    created_at: store.world.clock.now(),
    failure: contentType?.startsWith('video/') ? null : 'Failed to process video',
  };
  call.effect(() => {
    if (job.failure === null) keepBlob(store, did, content, job.mime, true);
    store.jobs.put(job.id, job);
    // Looks at the job carry no token: its id stands for one, so that they are attributed to the account.
    store.world.tokens.issue({ kind: 'access', account: did, value: job.id, note: 'service job' });
  });
  return json({ did, jobId: job.id, state: 'JOB_STATE_CREATED' });
}

function getJobStatus(store: Store, call: Call): PlatformResponse {
  const id = required(call, 'jobId');
  const job = store.jobs.get(id);
  if (!job) throw new XrpcError(400, 'InvalidRequest', 'Job not found');
  const { did } = job;
  if (job.polls_left > 0) {
    call.effect(() => store.jobs.put(id, { ...job, polls_left: job.polls_left - 1 }));
    return json({ jobStatus: { jobId: id, did, state: 'JOB_STATE_ENCODING', progress: 40 } });
  }
  if (job.failure !== null)
    return json({
      jobStatus: { jobId: id, did, state: 'JOB_STATE_FAILED', error: 'invalid_video', message: job.failure },
    });
  const blob = store.blobs.get(`${did} ${job.cid}`);
  return json({
    jobStatus: { jobId: id, did, state: 'JOB_STATE_COMPLETED', progress: 100, ...(blob ? { blob: refOf(blob) } : {}) },
  });
}

function usedToday(store: Store, did: string): number {
  const since = store.world.clock.now() - 24 * 3600 * 1000;
  return store.jobs.where('did', did).filter(({ created_at }) => created_at > since).length;
}
