import { z } from 'zod';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import * as announcements from './announcement.repository.ts';
import { Announcement, toAnnouncement } from './announcement.ts';

export const listAnnouncements = defineOperation({
  name: 'list_announcements',
  summary: 'List announcements',
  description:
    'Lists the news of the operator for all workspaces, newest first. `seen` says whether the owner of this workspace has seen it.',
  example: {
    output: {
      data: [
        {
          id: exampleId('ann'),
          title: 'Maintenance on Sunday',
          body: 'Publishing pauses for ten minutes. Scheduled posts go out after it.',
          window_start: '2027-01-03T03:00:00.000Z',
          window_end: '2027-01-03T03:10:00.000Z',
        },
      ],
    },
  },
  tag: 'Announcements',
  http: { method: 'get', path: '/v1/announcements', status: 200 },
  scope: 'any',
  input: z.strictObject(pageQuery),
  output: pageOf(Announcement.extend({ livemode: z.boolean() })),

  async run(ctx, page) {
    const { workspaceId, mode } = ctx.tenant;
    return keysetPage(ctx, 'announcements', page, {
      read: (after, limit) => announcements.list(ctx.db, workspaceId, { after, limit }),
      position: (row) => [row.created_at, row.id],
      item: (row) => ({ ...toAnnouncement(row), seen: row.seen, livemode: mode === 'live' }),
    });
  },
});
