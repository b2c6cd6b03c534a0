import { z } from 'zod';
import { conflict } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { defineOperation } from '../../core/operation.ts';
import { uniqueViolationOf } from '../../db/database.ts';
import { VisibleText } from '../../lib/printable.ts';
import * as redirectUris from './redirect-uri.repository.ts';
import { assertRedirectUri, REDIRECT_URIS_MAX, RedirectUri, toRedirectUri } from './redirect-uri.ts';

export const createRedirectUri = defineOperation({
  name: 'create_redirect_uri',
  summary: 'Create a redirect address',
  description: `Allows an address for \`redirect_uri\`. After the first one, connecting with any other address is 400 \`invalid_request\`. The address has https, or http on localhost. One that is registered already is 409 \`conflict\`, and so are more than ${REDIRECT_URIS_MAX}.`,
  example: { input: { label: 'Harbour Café' } },
  tag: 'Connecting',
  http: { method: 'post', path: '/v1/oauth/redirect-uris', status: 201 },
  scope: 'admin',
  leaves: false,
  input: z.strictObject({
    uri: z.string().min(1).max(2048).meta({ description: 'Compared letter by letter' }),
    label: VisibleText.min(1, 'must not be empty')
      .max(200)
      .optional()
      .meta({ description: 'For you; browsers do not see it' }),
  }),
  output: RedirectUri,

  async run(ctx, { uri, label = null }) {
    assertRedirectUri(uri, 'uri');
    const added = { id: newId('ruri'), uri, label };
    try {
      return await ctx.commit(async (tx) => {
        const row = await redirectUris.insert(tx, ctx.tenant.id, added, REDIRECT_URIS_MAX);
        if (row !== undefined) return toRedirectUri(row, ctx.tenant.mode === 'live');
        throw conflict(
          `There are ${REDIRECT_URIS_MAX} redirect addresses already, which is the most. Delete one first.`,
          { resource: 'redirect_uri', max: REDIRECT_URIS_MAX },
        );
      });
    } catch (error) {
      if (uniqueViolationOf(error) !== 'redirect_uris_uri') throw error;
      throw conflict('This address is registered already.', { field: 'uri' }, 'validation.redirect_uri_duplicate');
    }
  },
});
