import { z } from 'zod';
import { exampleId } from '../../core/example.ts';
import { defineOperation } from '../../core/operation.ts';
import { markRemoved, removeMarked } from './remove-media.ts';

export const deleteMedia = defineOperation({
  name: 'delete_media',
  summary: 'Delete a media item',
  description:
    'Deletes an item with its file and frees its storage. An item that a draft, a scheduled or a publishing post needs, or what waits for a person, is 409 `conflict`; `meta.id` names that. Published posts keep their copies on the platforms. An unknown item is 404 `not_found`.',
  example: { input: { id: exampleId('med') } },
  tag: 'Media',
  http: { method: 'delete', path: '/v1/media/{id}', status: 204 },
  scope: 'media:write',
  leaves: false,
  charge: 'storage',
  input: z.strictObject({ id: z.string() }),
  output: z.object({}),

  async run(ctx, { id }) {
    await ctx.commit(async (tx) => {
      await markRemoved(tx, ctx.tenant.id, id);
      return {};
    });
    if (!ctx.request.dryRun) await removeMarked(ctx, ctx.db, id);
    return {};
  },
});
