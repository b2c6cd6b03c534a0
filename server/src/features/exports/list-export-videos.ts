import { z } from 'zod';
import { type ApiError, conflict, gone } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { PAGE_MAX, pageOf, pageQuery, queryInt, toPage } from '../../core/page.ts';
import { PlatformWord } from '../../core/platforms.ts';
import * as exports from './export.repository.ts';
import { ExportVideo, toExportVideo } from './export-video.ts';
import { findExport } from './find-export.ts';

/** Existing clients read one page, so it is as long as pages may be. */
const LIMIT_DEFAULT = PAGE_MAX;

export const listExportVideos = operation(
  'list_export_videos',
  '/v1/exports/{export_id}/videos',
  'List exported videos',
  'Lists what an export has read, newest first: videos, or posts where the platform has no videos. An export that is still running is 409 `conflict`, one that has expired 410 `gone`. Keys that are limited to brands get 403 `insufficient_scope`; people see what is of their brands.',
);
/** Existing clients call it without the version. */
export const listExportVideosUnversioned = operation(
  'list_export_videos_unversioned',
  '/exports/{export_id}/videos',
  'List exported videos (older path)',
  'Answers the same as `GET /v1/exports/{export_id}/videos`, for clients that call it without the version.',
);

function operation(name: string, path: string, summary: string, description: string) {
  return defineOperation({
    name,
    summary,
    description,
    example: { output: { pagination: { limit: LIMIT_DEFAULT } } },
    tag: 'Exports',
    http: { method: 'get', path, status: 200 },
    scope: 'analytics:read',
    rejects: ['conflict', 'gone'],
    input: z.strictObject({
      ...pageQuery,
      limit: queryInt(1, PAGE_MAX)
        .default(LIMIT_DEFAULT)
        .meta({
          description: `Results per page, 1 to ${PAGE_MAX}, default ${LIMIT_DEFAULT}`,
          wire: { type: 'integer', minimum: 1, maximum: PAGE_MAX, default: LIMIT_DEFAULT },
        }),
      export_id: z.string().min(1).max(200),
    }),
    output: pageOf(ExportVideo).extend({
      account_id: z.string(),
      platform: PlatformWord,
      videos: z.array(ExportVideo).meta({ description: 'The same array as data: videos, or posts, newest first' }),
    }),

    async run(ctx, { export_id: id, limit, cursor }) {
      const { account_id, platform, status, files } = await findExport(ctx, id);
      if (status === 'completed' && files.length === 0)
        throw gone('The export has expired. Create a new one.', { resource: 'export', id });
      // A caller could read the content and then cancel, which gives the count back.
      if (status === 'pending' || status === 'processing') throw isRunning(id, status);
      const scope = `export videos ${id}`;
      const [start] = cursor === undefined ? [0] : ctx.cursors.decode(ctx.tenant.id, scope, cursor);
      const rows = await exports.itemsFrom(ctx.db, ctx.tenant.id, id, Number(start), limit + 1);
      const videos = rows.slice(0, limit).map((row) => toExportVideo(row, platform));
      const next = rows[limit];
      const page = next === undefined ? undefined : ctx.cursors.encode(ctx.tenant.id, scope, [next.position]);
      return { ...toPage(videos, limit, page), account_id, platform, videos };
    },
  });
}

function isRunning(id: string, status: string): ApiError {
  const message = `The export is still running. Ask again when GET /v1/exports/${id} says completed.`;
  return conflict(message, { resource: 'export', id, status });
}
