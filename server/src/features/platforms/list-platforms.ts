import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { PAGE_DEFAULT, pageOf, pageQuery, toPage } from '../../core/page.ts';
import { PLATFORMS, type Platform } from '../../core/platforms.ts';
import { examplePlatform } from './examples.ts';
import { PlatformItem, toPlatformItem } from './platform.ts';

const SCOPE = 'platforms {}';

export const listPlatforms = defineOperation({
  name: 'list_platforms',
  summary: 'List platforms',
  description:
    'Lists the platforms with what each can do, how accounts are connected, the limits of posts and messages, and the events that reach us. Every key may call it, and it is free. The answer is the same for all workspaces and changes with releases only.',
  example: { output: { data: [examplePlatform] } },
  tag: 'Platforms',
  http: { method: 'get', path: '/v1/platforms', status: 200 },
  scope: 'any',
  input: z.strictObject(pageQuery),
  output: pageOf(PlatformItem),

  async run(ctx, { limit = PAGE_DEFAULT, cursor }) {
    const after = cursor === undefined ? undefined : ctx.cursors.decode(ctx.tenant.id, SCOPE, cursor)[0];
    const from = after === undefined ? 0 : PLATFORMS.indexOf(after as Platform) + 1;
    const rest = PLATFORMS.slice(from)
      .map((platform) => ctx.connectors[platform])
      .filter((connector) => connector !== undefined);
    const page = rest.slice(0, limit);
    const last = rest.length > limit ? page.at(-1) : undefined;
    const next = last === undefined ? undefined : ctx.cursors.encode(ctx.tenant.id, SCOPE, [last.platform]);
    return toPage(page.map(toPlatformItem), limit, next);
  },
});
