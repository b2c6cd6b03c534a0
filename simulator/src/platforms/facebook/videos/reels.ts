import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import type { Account, Operation } from '../../../core/world/world.ts';
import { invalidParameter, missingParameter, requireScope } from '../../meta/errors.ts';
import { dayMs, ofLastDay } from '../../meta/time.ts';
import { servedVersion } from '../../meta/versions.ts';
import { ownPage } from '../access.ts';
import { reelLimit, scheduleTime, videoUpload } from '../errors.ts';
import { scopes } from '../scopes.ts';
import type { Facebook, PostRow, VideoRow } from '../store.ts';
import { newVideo } from './video-upload.ts';
import { publishVideo, readTexts } from './videos.ts';

const reelsPerDay = 30;

/** Reels and story videos: the bytes go to another host, the last phase makes them public. */
export function phaseOperation(_facebook: Facebook, call: Call): Operation {
  return call.input('upload_phase')?.toLowerCase() === 'finish' ? 'publish' : 'upload_media';
}

/** `POST /{page}/video_reels`: https://developers.facebook.com/docs/video-api/guides/reels-publishing */
export function createReel(facebook: Facebook, call: Call): PlatformResponse {
  const account = ownPage(facebook, call);
  requireScope(call, scopes.posts);
  const phase = readPhase(call);
  if (phase === 'start') return startPhase(facebook, call, account, 'reel');
  const video = uploadedVideo(facebook, call, account, 'reel');
  const texts = readTexts(call);
  const timing = readState(facebook, call);
  const today = ofLastDay(facebook.store.videos.where('account', account.platform_id), facebook.world.clock.now());
  const published = today.filter(({ purpose, state }) => purpose === 'reel' && state === 'finished').length;
  if (facebook.world.settings.rate_limits && published >= reelsPerDay) throw reelLimit();
  call.effect(() => {
    const polls_left = Math.max(1, video.polls_left, call.notReadyPolls());
    publishVideo(facebook, call, account, { ...video, ...texts, polls_left }, timing);
  });
  return json({ success: true });
}

export function readPhase(call: Call): 'start' | 'finish' {
  const phase = call.input('upload_phase')?.toLowerCase();
  if (phase === undefined) throw missingParameter('upload_phase');
  if (phase !== 'start' && phase !== 'finish')
    throw invalidParameter('Param upload_phase must be one of {start, finish}');
  return phase;
}

export function startPhase(
  facebook: Facebook,
  call: Call,
  account: Account,
  purpose: 'reel' | 'story',
): PlatformResponse {
  const { id } = call.effect(() => {
    const row = newVideo(facebook, account, { purpose });
    facebook.store.videos.put(row.id, row);
    return row;
  });
  const upload_url = call.url(`/video-upload/${servedVersion(call)}/${id}`, 'rupload');
  return json({ video_id: id, upload_url });
}

/** The video of a last phase: its bytes must be there, and it is published once. */
export function uploadedVideo({ store }: Facebook, call: Call, account: Account, purpose: 'reel' | 'story'): VideoRow {
  const id = call.input('video_id');
  if (!id) throw missingParameter('video_id');
  const video = store.videos.get(id);
  if (video?.account !== account.platform_id || video.purpose !== purpose)
    throw invalidParameter('Param video_id must be the id of an upload of this Page');
  if (video.state === 'uploading') throw videoUpload('The upload is not complete.');
  if (video.state === 'finished') throw videoUpload('The video was published already.');
  if (video.error !== null && video.polls_left === 0) throw videoUpload(video.error);
  return video;
}

function readState({ world }: Facebook, call: Call): Pick<PostRow, 'is_published' | 'scheduled_at'> {
  const state = call.input('video_state')?.toUpperCase();
  if (state === 'PUBLISHED') return { is_published: true, scheduled_at: null };
  if (state === 'DRAFT') return { is_published: false, scheduled_at: null };
  if (state !== 'SCHEDULED') throw invalidParameter('Param video_state must be one of {PUBLISHED, DRAFT, SCHEDULED}');
  const scheduled_at = Number(call.input('scheduled_publish_time')) * 1000;
  const wait = scheduled_at - world.clock.now();
  if (!(wait >= 600_000 - 5000 && wait <= 29 * dayMs)) throw scheduleTime();
  return { is_published: false, scheduled_at };
}
