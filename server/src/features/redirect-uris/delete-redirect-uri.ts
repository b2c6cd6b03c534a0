import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import * as redirectUris from './redirect-uri.repository.ts';

export const deleteRedirectUri = defineOperation({
  name: 'delete_redirect_uri',
  summary: 'Delete a redirect address',
  description:
    'Removes an allowed address; logins that have begun still return to it. Without the last address, all valid ones are allowed again. An unknown one is 404 `not_found`.',
  tag: 'Connecting',
  http: { method: 'delete', path: '/v1/oauth/redirect-uris/{redirect_uri_id}', status: 204 },
  scope: 'admin',
  leaves: false,
  input: z.strictObject({ redirect_uri_id: z.string().min(1).max(200) }),
  output: z.null(),

  async run(ctx, { redirect_uri_id: id }) {
    return ctx.commit(async (tx) => {
      if (!(await redirectUris.remove(tx, ctx.tenant.id, id))) throw notFound('redirect_uri', id);
      return null;
    });
  },
});
