import { createHttpClient, open } from '@hubbub/guarded-http';
import type { Worker } from '../../core/worker.ts';
import type { Database } from '../../db/database.ts';
import * as forwards from './forward.repository.ts';
import { FORWARDED } from './forward-callback.ts';

const CONCURRENCY = 16;
const TIMEOUT_MS = 10_000;
const RETRY_SECONDS_MAX = 300;

/** Hands callbacks of platforms to the other cells, each until it has taken them. */
export function createForwardsWorker(db: Database): Worker<forwards.Forward> {
  const client = createHttpClient({ policy: open });
  return {
    name: 'forwards',
    concurrency: CONCURRENCY,
    claim: (claim) => forwards.claim(db.system, claim),
    async work(forward, lease) {
      const { peer, path, body, attempt } = forward;
      const { 'content-type': type = 'application/octet-stream', ...headers } = forward.headers;
      const reason = await client
        .request({
          method: 'POST',
          url: `${peer}${path}`,
          headers: { ...headers, [FORWARDED]: '1' },
          body: { bytes: body, type },
          timeoutMs: TIMEOUT_MS,
          signal: lease.signal,
        })
        .then(
          ({ status }) => (status >= 200 && status < 300 ? undefined : `answered ${status}`),
          (error: Error) => error.message,
        );
      if (reason === undefined) return forwards.remove(db.system, forward);
      const afterSeconds = Math.min(2 ** Math.min(attempt, 20), RETRY_SECONDS_MAX);
      return forwards.retry(db.system, forward, { reason, afterSeconds });
    },
  };
}
