import type { TemplateMessage } from '../../core/business-messaging.ts';
import { type ActionKind, actions, alone } from '../actions/index.ts';
import { usage } from '../usage/index.ts';

/** Codes that say "not now": what they refuse costs nothing. */
const THROTTLES = ['131049'];

/** A message made from a template. It is in no inbox yet; what became of it is kept with the action. */
export const templateKind: ActionKind = {
  name: 'template',
  onThrottle: 'fail',
  effect: (connector) => connector.templates?.send,
  load: async (_db, job): Promise<TemplateMessage> => job.input as unknown as TemplateMessage,

  settled: alone(async (tx, job, outcome) => {
    if (outcome.status === 'published')
      return actions.addMetadata(tx, job.tenantId, job.actionId, outcome.published.facts ?? {});
    if (outcome.status !== 'failed' || job.chargedPeriod === null) return;
    const { code, platform_code: platformCode = '' } = outcome.failure;
    if (code === 'platform_rate_limit' || THROTTLES.includes(platformCode))
      await usage.giveBack(tx, job.tenantId, 'interaction', new Date(job.chargedPeriod));
  }),
};
