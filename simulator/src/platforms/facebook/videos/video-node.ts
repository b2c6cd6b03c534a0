import { json } from '../../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../../core/platform.ts';
import { requireScope } from '../../meta/errors.ts';
import { type NodeType, project, requestedFields } from '../../meta/node.ts';
import { compare, listResponse } from '../../meta/paging.ts';
import { graphTime, unixSeconds } from '../../meta/time.ts';
import { edgePath } from '../../meta/versions.ts';
import { ownPage } from '../access.ts';
import { commentSummary, topLevelComments } from '../comments/comment-node.ts';
import { countedEdge, likesEdge } from '../edges.ts';
import { deletePost } from '../posts.ts';
import { scopes } from '../scopes.ts';
import type { Facebook, VideoRow } from '../store.ts';

/** `GET /{video}`: every look at the status brings an unfinished one a poll closer to its end. */
export function readVideo(facebook: Facebook, call: Call, row: VideoRow): PlatformResponse {
  requireScope(call, scopes.read);
  const choices = requestedFields(call);
  const response = json(project(videoType(facebook, call), row, choices));
  const isStatus = choices?.some(({ name }) => name === 'status') ?? false;
  if (isStatus && row.state !== 'uploading' && row.polls_left > 0)
    call.effect(() => facebook.store.videos.put(row.id, { ...row, polls_left: row.polls_left - 1 }));
  return response;
}

/** https://developers.facebook.com/docs/graph-api/reference/video */
function videoType(facebook: Facebook, call: Call): NodeType<VideoRow> {
  const { store, world } = facebook;
  const post = ({ post_id }: VideoRow) => store.posts.get(post_id ?? '');
  return {
    name: 'Video',
    defaults: ['description', 'updated_time', 'id'],
    fields: {
      id: ({ id }) => id,
      title: ({ title }) => title || undefined,
      description: ({ description }) => description || undefined,
      created_time: ({ created_at }) => graphTime(created_at),
      updated_time: ({ created_at }) => graphTime(created_at),
      permalink_url: ({ id, purpose }) => (purpose === 'reel' ? `/reel/${id}/` : `/watch/?v=${id}`),
      post_id: (row) => row.post_id ?? undefined,
      status: (row) => statusOf(row),
      length: () => 5,
      published: ({ publish_status }) => publish_status === 'published',
      source: ({ url }) => url || undefined,
      picture: () => world.media.sample('sample.jpg'),
      views: (row) => viewsOf(row),
      likes: (row, options) => likesEdge(facebook, call, { id: row.id, liked_by: post(row)?.liked_by ?? [] }, options),
      comments: (row, options) => {
        const rows = row.post_id === null ? [] : topLevelComments(facebook, row.post_id);
        const list = {
          rows,
          direction: 'oldest first' as const,
          map: ({ id, message }: { id: string; message: string }) => ({ id, message }),
          limitMax: 100,
          path: edgePath(call, row.id, 'comments'),
        };
        return countedEdge(call, list, options, commentSummary(facebook, row.post_id ?? ''));
      },
    },
  };
}

/** Some audience that depends on the id alone. */
function viewsOf({ id, state }: VideoRow): number {
  return state === 'finished' ? 20 + (Number(id.slice(-3)) % 80) : 0;
}

function statusOf(row: VideoRow): object {
  const { size_bytes, received_bytes, created_at, state, publish_status } = row;
  const isReady = row.polls_left === 0 && row.error === null;
  const phase = (isDone: boolean, isBegun: boolean) => (isDone ? 'complete' : isBegun ? 'in_progress' : 'not_started');
  const isUploaded = state !== 'uploading';
  const publishing =
    row.error === null
      ? { status: phase(state === 'finished' && isReady, state === 'finished') }
      : { status: 'not_started' };
  return {
    video_status: videoStatus(row),
    uploading_phase: {
      status: phase(isUploaded, received_bytes > 0),
      bytes_transfered: received_bytes,
      ...(size_bytes > 0 && { source_file_size: size_bytes }),
    },
    processing_phase:
      isUploaded && row.polls_left === 0 && row.error !== null
        ? { status: 'error', error: { message: row.error } }
        : { status: phase(isUploaded && isReady, isUploaded) },
    publishing_phase: {
      ...publishing,
      ...(state === 'finished' && { publish_status, publish_time: unixSeconds(created_at) }),
    },
  };
}

function videoStatus({ state, polls_left, error }: VideoRow): string {
  if (state === 'uploading') return 'uploading';
  if (polls_left > 0) return 'processing';
  if (error !== null) return 'error';
  return state === 'finished' ? 'ready' : 'upload_complete';
}

/** `GET /{page}/video_reels`, newest first. */
export function listReels(facebook: Facebook, call: Call): PlatformResponse {
  const { platform_id } = ownPage(facebook, call);
  requireScope(call, scopes.read);
  const now = facebook.world.clock.now();
  const rows = facebook.store.videos
    .where('account', platform_id)
    .filter(({ purpose, state }) => purpose === 'reel' && state === 'finished')
    .filter(({ post_id }) => (facebook.store.posts.get(post_id ?? '')?.visible_at ?? 0) <= now)
    .sort((a, b) => compare(b.order, a.order));
  const choices = requestedFields(call);
  const type = videoType(facebook, call);
  const map = (row: VideoRow) => project(type, row, choices);
  const path = edgePath(call, platform_id, 'video_reels');
  return json(listResponse(call, { rows, direction: 'newest first', map, limitMax: 100, path }));
}

export function deleteVideo(facebook: Facebook, call: Call, row: VideoRow): PlatformResponse {
  const post = facebook.store.posts.get(row.post_id ?? '');
  if (post) return deletePost(facebook, call, post);
  requireScope(call, scopes.posts);
  call.effect(() => {
    facebook.store.videos.delete(row.id);
    call.record({ kind: 'delete', platform_id: row.id, text: row.description });
  });
  return json({ success: true });
}
