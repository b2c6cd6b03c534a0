import type { AnalysedMedia, MediaSource } from '../../../core/analysis/media-analysis.ts';
import { keyOf } from '../../../core/files.ts';
import { media as files, mediaType } from '../../media/index.ts';
import type { ItemRow } from '../export.repository.ts';
import type { ExportJob } from './job.repository.ts';
import * as published from './published-media.repository.ts';
import type { ExportTools } from './tools.ts';

/** The item's sound and pictures; undefined when nobody gives the file. */
export async function fileOf(tools: ExportTools, job: ExportJob, item: ItemRow): Promise<AnalysedMedia | undefined> {
  const { mediaUrl } = item.content;
  return asked(job, item, mediaUrl === undefined ? await publishedFile(tools, job, item) : { url: mediaUrl });
}

/** The item's pictures. An address that was published may be gone by now, so the platform's cover comes before it. */
export async function picturesOf(
  tools: ExportTools,
  job: ExportJob,
  item: ItemRow,
): Promise<AnalysedMedia | undefined> {
  const { mediaUrl, coverUrl } = item.content;
  if (mediaUrl !== undefined) return asked(job, item, { url: mediaUrl });
  const file = await publishedFile(tools, job, item);
  const isStored = file !== undefined && 'key' in file;
  return asked(job, item, isStored || coverUrl === undefined ? file : { url: coverUrl });
}

function asked({ world }: ExportJob, { content }: ItemRow, source: MediaSource | undefined): AnalysedMedia | undefined {
  const { durationSeconds } = content;
  return source && { ...source, world, ...(durationSeconds === undefined ? {} : { durationSeconds }) };
}

/** The first video of a post that was published here, else its first image. */
async function publishedFile(
  tools: ExportTools,
  job: ExportJob,
  { platform_id: platformId }: ItemRow,
): Promise<MediaSource | undefined> {
  const db = tools.db.tenant(job.tenantId);
  const items = await published.read(db, job, platformId);
  const { source_type: type, source: id = '' } = items.find((item) => mediaType(item) === 'video') ?? items[0] ?? {};
  if (type === 'url') return { url: id };
  if (type !== 'media_id') return undefined;
  const [row] = await files.byIds(db, job.tenantId, [id]);
  return row?.status === 'ready' ? { key: keyOf({ tenantId: job.tenantId, id }) } : undefined;
}
