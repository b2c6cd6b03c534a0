import { type Missing, NOT_CONFIGURED, type Vision } from '../../../core/analysis/media-analysis.ts';
import * as exportRows from '../export.repository.ts';
import * as itemRows from './item.repository.ts';
import { picturesOf } from './item-media.ts';
import { advance, type ExportJob } from './job.repository.ts';
import type { StageWork, StepEnd } from './stage.ts';

const NOT_GIVEN: Missing = { missing: 'The platform does not give the pictures.' };

/** Looks at the pictures of the next item. */
export async function readVision({ tools, lease }: StageWork, job: ExportJob): Promise<StepEnd> {
  const db = tools.db.tenant(job.tenantId);
  const { describe } = tools.analysis;
  const [next] = await exportRows.itemsFrom(db, job.tenantId, job.id, job.visionRead, 1);
  const stored = await (async () => {
    if (describe === undefined || next === undefined)
      return db.transaction(async (tx) => {
        const advanced = await advance(tx, job, { stage: 'writing' });
        if (advanced !== undefined) await itemRows.leaveOut(tx, job, 'vision', 0, NOT_CONFIGURED);
        return advanced;
      });
    const vision = await visionOf(next);
    return db.transaction(async (tx) => {
      const advanced = await advance(tx, job, { visionRead: 1 });
      if (advanced !== undefined) await itemRows.update(tx, job, next.position, { vision });
      return advanced;
    });
  })();
  return { job: stored, pauseSeconds: 0 };

  async function visionOf(item: exportRows.ItemRow): Promise<Vision | Missing> {
    const media = await picturesOf(tools, job, item);
    if (media === undefined) return NOT_GIVEN;
    return (await describe?.(media, lease.signal)) ?? NOT_CONFIGURED;
  }
}
