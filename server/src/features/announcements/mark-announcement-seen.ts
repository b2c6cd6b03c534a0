import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import * as announcements from './announcement.repository.ts';

export const markAnnouncementSeen = defineOperation({
  name: 'mark_announcement_seen',
  summary: 'Mark an announcement as seen',
  description: 'Notes that the owner has seen an announcement. A second call changes nothing.',
  example: { input: { id: exampleId('ann') } },
  tag: 'Announcements',
  http: { method: 'post', path: '/v1/announcements/{id}/seen', status: 200 },
  scope: 'any',
  leaves: false,
  input: z.strictObject({ id: z.string().min(1).max(200) }),
  output: z.object({ ok: z.boolean() }),

  async run(ctx, { id }) {
    return ctx.commit(async (tx) => {
      if (!(await announcements.markSeen(tx, ctx.tenant.workspaceId, id))) throw notFound('announcement', id);
      return { ok: true };
    });
  },
});
