import { z } from 'zod';
import { defineOperation } from '../../../core/operation.ts';
import { compact } from '../../../lib/compact.ts';
import type { AnswerRow } from './inbox.repository.ts';
import * as inbox from './inbox.repository.ts';
import { accountsQuery, periodFields, periodQuery, toPeriod } from './period.ts';

const seconds = z.number().int().optional();

const Answers = z.object({
  received: z.number().int(),
  answered: z.number().int(),
  median_answer_seconds: seconds.meta({ description: 'To the first answer; absent when nothing was answered' }),
  p90_answer_seconds: seconds,
});

const KIND_NAMES = ['comments', 'messages', 'reviews', 'mentions'] as const;

const Kind = Answers.extend({
  kind: z.enum(KIND_NAMES),
  by_hour: z
    .array(Answers.extend({ hour: z.number().int().min(0).max(23) }))
    .meta({ description: 'By the hour of the day in which the item came; hours without items are left out' }),
}).meta({ id: 'InboxAnalytics' });

export const getInboxAnalytics = defineOperation({
  name: 'get_inbox_analytics',
  summary: 'Get inbox analytics',
  description:
    'Counts what came in and what was answered, by kind and hour of the day. The seconds to the first answer are told as median and 90th percentile. Messages in a row are one question, whose time runs from the first. An answer to a message or mention counts until 30 days after the period. Keys that are limited to brands get 403 `insufficient_scope`; people see what is of their brands.',
  example: {
    input: { from: '2027-01-01', to: '2027-01-01' },
    output: {
      data: [
        {
          median_answer_seconds: 540,
          p90_answer_seconds: 3600,
          by_hour: [{ median_answer_seconds: 540, p90_answer_seconds: 3600 }],
        },
      ],
    },
  },
  tag: 'Analytics',
  http: { method: 'get', path: '/v1/analytics/inbox', status: 200 },
  scope: 'analytics:read',
  input: z.strictObject({ ...accountsQuery, ...periodQuery }),
  output: z.object({ data: z.array(Kind), count: z.number().int(), ...periodFields }),

  async run(ctx, query) {
    const period = await toPeriod(ctx, query);
    const rows = await inbox.answers(ctx.db, ctx.tenant.id, period);
    const data = KIND_NAMES.map((kind) => {
      const ofKind = rows.filter((row) => row.kind === kind);
      const total = ofKind.find(({ hour }) => hour === null);
      const byHour = ofKind.flatMap((row) => (row.hour === null ? [] : [{ hour: row.hour, ...toAnswers(row) }]));
      return { kind, ...toAnswers(total), by_hour: byHour };
    });
    const { from, to, zone } = period;
    return { data, count: data.length, from, to, timezone: zone, livemode: ctx.tenant.mode === 'live' };
  },
});

function toAnswers(row: AnswerRow | undefined): z.infer<typeof Answers> {
  return compact({
    received: row?.received ?? 0,
    answered: row?.answered ?? 0,
    median_answer_seconds: row?.median_seconds ?? undefined,
    p90_answer_seconds: row?.p90_seconds ?? undefined,
  });
}
