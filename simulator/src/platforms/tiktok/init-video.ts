import type { Call, PlatformResponse } from '../../core/platform.ts';
import { factsAt } from '../meta/media-facts.ts';
import { accept, fail, settle } from './accept.ts';
import { me, part } from './access.ts';
import { checkDay, videoSecondsMax } from './creator.ts';
import { invalid, ok } from './errors.ts';
import { fetchable, isCount, postInfoOf } from './post-info.ts';
import type { PublishRow, TikTok, Upload } from './store.ts';

const uploadSeconds = 3600;
const MB = 1_000_000;
const sizes = { chunkMin: 5 * MB, chunkMax: 64 * 1024 * 1024, fileMax: 4 * 1024 ** 3 } as const;
const chunksMax = 1000;
const videoTypes: readonly unknown[] = ['video/mp4', 'video/quicktime', 'video/webm'];

/** The start of a publish. */
export function newPublish(
  { world }: TikTok,
  prefix: string,
  options: Pick<PublishRow, 'account' | 'kind' | 'info' | 'media' | 'upload' | 'polls_left'>,
): PublishRow {
  return {
    ...options,
    id: `${prefix}${world.ids.snowflake()}`,
    state: 'uploading',
    fail_reason: null,
    post: null,
    is_complete_told: false,
    is_public_told: false,
    created_at: world.clock.now(),
  };
}

/** `POST /v2/post/publish/video/init/`. An address is fetched and published at once, a file waits for its bytes. */
export async function initVideo(tiktok: TikTok, call: Call): Promise<PlatformResponse> {
  const account = me(call, 'video.publish');
  const { platform_id } = account;
  checkDay(tiktok, platform_id);
  const info = postInfoOf(call, account, 'video');
  const source = part(call.body, 'source_info');
  const shared = { account: platform_id, kind: 'video', info } as const;
  if (source.source === 'PULL_FROM_URL') return await pullVideo(tiktok, call, shared, fetchable(source.video_url));
  if (source.source !== 'FILE_UPLOAD') throw invalid('The source is not valid.');
  const wanted = checkedUpload(source);
  const { row, upload } = call.effect(() => {
    const token = tiktok.world.ids.text('', 32);
    // Attributes the bytes to their account; it has no scope.
    tiktok.world.tokens.issue({ kind: 'access', account: platform_id, value: token, expiresInSeconds: uploadSeconds });
    const expires_at = tiktok.world.clock.now() + uploadSeconds * 1000;
    const made: Upload = { ...wanted, token, received: 0, expires_at };
    const polls_left = call.notReadyPolls();
    const publish = newPublish(tiktok, 'v_pub_file~v2-1.', { ...shared, media: [], upload: made, polls_left });
    tiktok.store.publishes.put(publish.id, publish);
    return { row: publish, upload: made };
  });
  const query = new URLSearchParams({ upload_id: row.id, upload_token: upload.token });
  return ok({ publish_id: row.id, upload_url: call.url(`/video/?${query}`, 'upload') });
}

function checkedUpload({ video_size, chunk_size, total_chunk_count }: Readonly<Record<string, unknown>>) {
  if (!isCount(video_size) || video_size === 0 || video_size > sizes.fileMax)
    throw invalid('The video_size is not valid.');
  if (!isCount(chunk_size) || chunk_size === 0 || chunk_size > video_size || chunk_size > sizes.chunkMax)
    throw invalid('The chunk size is invalid.');
  if (chunk_size < sizes.chunkMin && chunk_size !== video_size) throw invalid('The chunk size is invalid.');
  const chunks = Math.floor(video_size / chunk_size);
  if (total_chunk_count !== chunks || chunks > chunksMax) throw invalid('The total chunk count is invalid.');
  return { size: video_size, chunk_size, chunks };
}

async function pullVideo(
  tiktok: TikTok,
  call: Call,
  shared: Pick<PublishRow, 'account' | 'kind' | 'info'>,
  url: string,
): Promise<PlatformResponse> {
  const facts = await factsAt(tiktok.world, url);
  const row = call.effect(() => {
    const media = [{ type: 'video', url } as const];
    const polls_left = call.notReadyPolls();
    const made = newPublish(tiktok, 'v_pub_url~v2.', { ...shared, media, upload: null, polls_left });
    if (facts === null) return settle(tiktok, fail(made, 'video_pull_failed'));
    const rejection = rejectionOf(facts.contentType, facts.durationSeconds);
    if (rejection) return settle(tiktok, fail(made, rejection));
    return settle(tiktok, accept(tiktok, call, made, facts.durationSeconds ?? null));
  });
  return ok({ publish_id: row.id });
}

/** Why a file is no video that TikTok takes. Of an address that is not asked nothing is known. */
export function rejectionOf(
  contentType: string | null | undefined,
  durationSeconds: number | null | undefined,
): string | undefined {
  if (contentType !== undefined && !videoTypes.includes(contentType)) return 'file_format_check_failed';
  return (durationSeconds ?? 0) > videoSecondsMax ? 'duration_check_failed' : undefined;
}
