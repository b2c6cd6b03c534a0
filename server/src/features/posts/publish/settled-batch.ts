import type { Context } from '../../../core/context.ts';
import { actions } from '../../../engine/index.ts';
import { waitForEnd } from '../../outcomes/index.ts';

const WAIT_MS_MAX = 10_000;

/** The results of a batch, after waiting at most ten seconds for its actions. Unsettled ones are still `publishing`. */
export async function settledBatch(ctx: Context, postId: string, batch: string): Promise<actions.BatchResult[]> {
  let results: actions.BatchResult[] = [];
  await waitForEnd(
    ctx,
    async () => {
      results = await actions.batchResults(ctx.db, ctx.tenant.id, postId, batch);
      return results.some(({ status }) => status === 'publishing') ? undefined : true;
    },
    WAIT_MS_MAX,
  );
  return results;
}
