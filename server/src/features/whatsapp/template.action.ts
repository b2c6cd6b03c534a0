import { z } from 'zod';
import type { TemplateMessage } from '../../core/business-messaging.ts';
import { type Action, actions, oneByOne } from '../../engine/index.ts';
import { usage } from '../usage/index.ts';

/** The stored input. */
export const StoredMessage: z.ZodType<TemplateMessage> = z.object({
  to: z.string(),
  templateName: z.string(),
  language: z.string(),
  components: z.array(z.record(z.string(), z.unknown())),
});

/** A message from a template. No inbox shows it yet, so the action stores its delivery facts. */
export const templateAction: Action<TemplateMessage> = {
  name: 'template',
  onThrottle: 'fail',
  input: StoredMessage,
  effect: (connector) => connector.templates?.send,
  load: async (_db, { input }) => input,

  settled: oneByOne(async (tx, { job, outcome, connector }) => {
    if (outcome.status === 'published')
      return actions.addMetadata(tx, job.tenantId, job.actionId, outcome.published.facts ?? {});
    if (outcome.status !== 'failed' || job.chargedPeriod === null) return;
    const { code, platform_code: platformCode = '' } = outcome.failure;
    const reported = connector?.reportedErrors?.[platformCode];
    if (code === 'platform_rate_limit' || reported?.code === 'platform_rate_limit')
      await usage.giveBack(tx, job.tenantId, 'interaction', new Date(job.chargedPeriod));
  }),
};
