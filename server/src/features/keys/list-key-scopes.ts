import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { SCOPE_CATALOGUE } from '../../core/scope.ts';

export const listKeyScopes = defineOperation({
  name: 'list_key_scopes',
  summary: 'List the scopes that an API key may have',
  tag: 'API keys',
  http: { method: 'get', path: '/v1/keys/scopes', status: 200 },
  scope: 'any',
  input: z.strictObject({}),
  output: z.object({
    data: z.array(z.object({ name: z.string(), description: z.string(), group: z.string() })),
    count: z.number().int(),
  }),

  run: async () => ({ data: [...SCOPE_CATALOGUE], count: SCOPE_CATALOGUE.length }),
});
