import { z } from 'zod';
import type { Published } from '../../core/effect.ts';
import type { TemplateMessage } from '../../core/messaging/business-messaging.ts';
import type { Runner } from '../../db/query.ts';
import { type Action, actions, type Job, oneByOne } from '../../engine/index.ts';
import { nameSender, storeMessages } from '../conversations/index.ts';
import { record } from '../events/index.ts';
import { openInbox } from '../inbox/index.ts';
import { refundThrottled } from '../outcomes/index.ts';

/** The stored input. */
export const StoredMessage: z.ZodType<TemplateMessage> = z.object({
  to: z.string(),
  templateName: z.string(),
  language: z.string(),
  components: z.array(z.record(z.string(), z.unknown())),
});

/** A message from a template. The inbox shows it in the conversation with its recipient. */
export const templateAction: Action<TemplateMessage> = {
  name: 'template',
  onThrottle: 'fail',
  input: StoredMessage,
  effect: (connector) => connector.templates?.send,
  load: async (_db, { input }) => input,

  settled: oneByOne(async (tx, action) => {
    const { job, outcome } = action;
    if (outcome.status === 'published' && job.input !== undefined) {
      const { published } = outcome;
      await actions.addMetadata(tx, job.tenantId, job.actionId, published.facts ?? {});
      await storeSentTemplate(tx, job, job.input, published);
    }
    await refundThrottled(tx, action);
  }),
};

async function storeSentTemplate(
  tx: Runner,
  {
    tenantId,
    actionId,
    accountId,
    platform,
    mode,
  }: Pick<Job, 'tenantId' | 'actionId' | 'accountId' | 'platform' | 'mode'>,
  { to, templateName, language, components }: TemplateMessage,
  { platformId, facts }: Published,
): Promise<void> {
  const personId = typeof facts?.wa_id === 'string' ? facts.wa_id : to;
  const inbox = await openInbox(tx, { tenantId, accountId, platform, livemode: mode === 'live' });
  const message = {
    platformId,
    conversationId: personId,
    participant: { id: personId },
    isOwn: true,
    attachments: [],
    template: { name: templateName, language, components },
    createdAt: new Date(),
    raw: null,
  };
  await record(tx, tenantId, await storeMessages(tx, [{ inbox, item: message }]));
  await nameSender(tx, inbox, platformId, actionId);
}
