import type { Covered } from '../../core/platform.ts';
import { usedBy } from '../../core/used-by.ts';
import { methods } from './methods.ts';

const page = 'https://core.telegram.org/bots/api';
const checked = '2026-11-20';

/** Each method is described under its name in small letters. */
export const coverage: readonly Covered[] = usedBy(
  [
    ...methods.map(({ name, operation }) => ({
      method: 'POST' as const,
      host: 'api',
      path: `/bot:token/${name}`,
      operation,
      documentation: `${page}#${name.toLowerCase()}`,
      checked,
    })),
    {
      method: 'GET',
      host: 'api',
      path: '/file/bot:token/:folder/:name',
      operation: 'other',
      documentation: `${page}#getfile`,
      checked,
    },
  ],
  {
    judge: {
      'POST /bot:token/deleteWebhook': 'start',
    },
    planned: {
      'POST /bot:token/setMessageReaction': 'reactions',
      'POST /bot:token/getFile': 'files that people send',
      'GET /file/bot:token/:folder/:name': 'files that people send',
    },
  },
);
