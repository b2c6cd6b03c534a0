import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { pageOf, pageQuery } from '../../core/page.ts';
import { keysetPage } from '../../db/keyset.ts';
import * as announcements from './announcement.repository.ts';
import { Announcement, toAnnouncement } from './announcement.ts';

export const listAnnouncements = defineOperation({
  name: 'list_announcements',
  summary: 'List the news of the operator, newest first',
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
