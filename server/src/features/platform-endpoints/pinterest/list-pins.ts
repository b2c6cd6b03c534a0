import { z } from 'zod';
import { defineOperation } from '../../../core/operation.ts';
import { PAGE_DEFAULT, queryInt } from '../../../core/page.ts';
import { compact } from '../../../lib/compact.ts';
import { askAccount } from '../../accounts/index.ts';
import { accountField } from '../fields.ts';

const LIMIT_MAX = 50;

const PinItem = z
  .object({
    id: z.string(),
    board_id: z.string().optional(),
    title: z.string(),
    media_url: z.string().optional(),
    permalink: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'Pin' });

export const listPins = defineOperation({
  name: 'list_pins',
  summary: 'List pins',
  description: `Lists the newest pins of a Pinterest account, read from Pinterest now; they are not stored. There is one page of at most ${LIMIT_MAX}. Accounts of other platforms are 501 \`not_supported\`.`,
  example: {
    output: {
      data: [
        {
          id: 'example-pin',
          board_id: 'example-board',
          media_url: 'https://example.com/plum-cake.jpg',
          permalink: 'https://example.com/pin/example-pin',
        },
      ],
    },
  },
  tag: 'Pinterest',
  http: { method: 'get', path: '/v1/platforms/pinterest/accounts/{account_id}/pins', status: 200 },
  scope: 'posts:read',
  callsPlatform: true,
  input: z.strictObject({
    ...accountField,
    limit: queryInt(1, LIMIT_MAX)
      .optional()
      .meta({
        description: `1 to ${LIMIT_MAX}, default ${PAGE_DEFAULT}`,
        wire: { type: 'integer', minimum: 1, maximum: LIMIT_MAX, default: PAGE_DEFAULT },
      }),
  }),
  output: z.object({ data: z.array(PinItem), count: z.number().int() }),

  async run(ctx, { account_id: accountId, limit = PAGE_DEFAULT }) {
    const options = { accountId, platform: 'pinterest', what: 'pins' } as const;
    const pins = await askAccount(ctx, options, (reads) => reads.pins, limit);
    const data = pins.map(({ platformId, boardId, title, mediaUrl, permalink, createdAt }) =>
      compact({
        id: platformId,
        board_id: boardId,
        title,
        media_url: mediaUrl,
        permalink,
        created_at: createdAt.toISOString(),
      }),
    );
    return { data, count: data.length };
  },
});
