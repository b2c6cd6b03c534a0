import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { PAGE_DEFAULT, pageOf, pageQuery, toPage } from '../../core/page.ts';
import { keysetPage } from '../../db/lists/keyset.ts';
import * as announcements from './announcement.repository.ts';
import { Announcement, exampleAnnouncement, toAnnouncement } from './announcement.ts';

export const listAnnouncements = defineOperation({
  name: 'list_announcements',
  summary: 'List announcements',
  description:
    'Lists the news of the operator for all workspaces, newest first. `seen` says whether the owner of this workspace has seen it.',
  example: { output: toPage([{ ...exampleAnnouncement, livemode: true }], PAGE_DEFAULT, undefined) },
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
