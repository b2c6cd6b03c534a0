import { defineLimits } from '../../core/limits.ts';

/** WhatsApp has no posts; `messages.ts` has the limits of messages. */
export const limits = defineLimits({
  text: { lengthMax: 0, counting: 'chars' },
  visibility: [],
  comment: { lengthMax: 0 },
  scheduling: { mode: '' },
});
