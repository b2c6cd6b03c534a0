import { text } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { isComplete, isSeen, settle } from './accept.ts';
import { me } from './access.ts';
import { logId, TikTokError } from './errors.ts';
import type { PublishRow, TikTok } from './store.ts';

function ownPublish({ store }: TikTok, call: Call): PublishRow {
  const { platform_id } = me(call, 'video.publish');
  const row = store.publishes.get(String(call.body.publish_id));
  if (!row) throw new TikTokError(400, 'invalid_publish_id', 'The publish_id does not exist.');
  if (row.account !== platform_id)
    throw new TikTokError(
      400,
      'token_not_authorized_for_specified_publish_id',
      'The access token does not have authorization for this publish_id.',
    );
  return row;
}

/** `POST /v2/post/publish/status/fetch/`: each look takes the processing one step on. */
export function readStatus(tiktok: TikTok, call: Call): PlatformResponse {
  const row = ownPublish(tiktok, call);
  const isProcessing = row.state === 'accepted' && row.polls_left > 0;
  // A status check that finds it done changes nothing.
  const told = isProcessing ? row : call.effect(() => settle(tiktok, row));
  if (isProcessing) call.effect(() => settle(tiktok, { ...row, polls_left: row.polls_left - 1 }));
  const uploaded = told.upload ? { uploaded_bytes: told.upload.received } : {};
  const id = publicId(tiktok, told);
  const data = {
    status: statusOf(told),
    ...(told.fail_reason !== null && { fail_reason: told.fail_reason }),
    ...uploaded,
    // The name is TikTok's. The number is beyond what JSON.stringify could write.
    ...(id !== undefined && { publicaly_available_post_id: ['id'] }),
  };
  const body = JSON.stringify({ data, error: { code: 'ok', message: '', log_id: logId() } });
  return text(body.replace('["id"]', `[${id}]`), 200, 'application/json');
}

function statusOf(row: PublishRow): string {
  if (row.state === 'failed') return 'FAILED';
  if (isComplete(row)) return 'PUBLISH_COMPLETE';
  return row.upload ? 'PROCESSING_UPLOAD' : 'PROCESSING_DOWNLOAD';
}

function publicId({ world, store }: TikTok, row: PublishRow): string | undefined {
  const post = store.posts.get(row.post ?? '');
  return isComplete(row) && post && isSeen(post, world.clock.now()) ? post.id : undefined;
}
