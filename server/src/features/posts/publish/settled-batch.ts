import type { Context } from '../../../core/context.ts';
import { actions } from '../../../engine/index.ts';
import { pollUntil } from '../../../lib/poll-until.ts';

const WAIT_MS_MAX = 10_000;
const POLL_MS = 40;

/** The results of a batch, after waiting at most ten seconds for its actions. Unsettled ones are still `publishing`. */
export async function settledBatch(ctx: Context, postId: string, batch: string): Promise<actions.BatchResult[]> {
  let results: actions.BatchResult[] = [];
  await pollUntil(
    async () => {
      results = await actions.batchResults(ctx.db, ctx.tenant.id, postId, batch);
      return results.some(({ status }) => status === 'publishing') ? undefined : true;
    },
    { timeoutMs: WAIT_MS_MAX, everyMs: POLL_MS },
  );
  return results;
}
