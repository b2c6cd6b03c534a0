import type { Covered } from '../../core/platform.ts';
import { usedBy } from '../../core/used-by.ts';

const reference = 'https://platform.openai.com/docs/api-reference';
const same = { method: 'POST', host: 'api', operation: 'other', checked: '2026-11-23' } as const;

export const coverage: readonly Covered[] = usedBy([
  { ...same, path: '/v1/audio/transcriptions', documentation: `${reference}/audio/createTranscription` },
  { ...same, path: '/v1/chat/completions', documentation: `${reference}/chat/create` },
]);
