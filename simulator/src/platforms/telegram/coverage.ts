import type { Covered } from '../../core/platform.ts';
import { methods } from './methods.ts';

const page = 'https://core.telegram.org/bots/api';
const checked = '2026-11-20';

/** Every method by GET and by POST, as the Bot API takes them; each is described under its name in small letters. */
export const coverage: readonly Covered[] = [
  ...methods.flatMap(({ name, operation }) =>
    (['GET', 'POST'] as const).map((method) => ({
      method,
      host: 'api',
      path: `/bot:token/${name}`,
      operation,
      documentation: `${page}#${name.toLowerCase()}`,
      checked,
    })),
  ),
  {
    method: 'GET',
    host: 'api',
    path: '/file/bot:token/:folder/:name',
    operation: 'other',
    documentation: `${page}#getfile`,
    checked,
  },
];
