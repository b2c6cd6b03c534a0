import { z } from 'zod';
import { SCOPE_CATALOGUE } from '../../core/actor.ts';
import { defineOperation } from '../../core/operation.ts';

export const listKeyScopes = defineOperation({
  name: 'list_key_scopes',
  summary: 'List scopes',
  description:
    'Lists the scopes that a key may have, with what each allows. `x-scope` of an operation in this document names the one that it needs; `admin` stands for a key without restrictions.',
  example: { output: { data: SCOPE_CATALOGUE.slice(0, 1) } },
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
