import type { Connector } from '../../../core/connector.ts';
import type { PlatformError } from '../../../core/platform-error.ts';
import * as exportRows from '../export.repository.ts';
import * as itemRows from './item.repository.ts';
import { isOfItem } from './item-faults.ts';
import { advance, type ExportJob, type Step } from './job.repository.ts';
import type { StageWork, StepEnd } from './stage.ts';

/** Items of one look at what the list has told already. */
const LOOK = 200;

/** Reads the numbers of the next item whose list entry has none. */
export async function readNumbers(work: StageWork, job: ExportJob): Promise<StepEnd> {
  const { tools, lease, connector } = work;
  const db = tools.db.tenant(job.tenantId);
  const rows = await exportRows.itemsFrom(db, job.tenantId, job.id, job.numbersRead, LOOK);
  const told = rows.findIndex(({ metrics }) => metrics === null);
  const [skipped, next] = told === -1 ? [rows.length, undefined] : [told, rows[told]];
  if (next === undefined) {
    const isOver = rows.length < LOOK;
    const step: Step = { numbersRead: skipped, ...(isOver ? { stage: 'comments' } : {}) };
    const missing = isOver ? await sentences(db, job, connector) : [];
    return { job: await advance(db, job, { ...step, missing }), pauseSeconds: 0 };
  }
  const { facts, pauseSeconds } = await numbersOf(work, job, next.platform_id);
  const stored = await db.transaction(async (tx) => {
    const advanced = await advance(tx, job, { numbersRead: skipped + 1 });
    if (advanced !== undefined) await itemRows.update(tx, job, next.position, facts);
    return advanced;
  });
  return { job: stored, pauseSeconds };

  async function numbersOf(
    { connector: { metrics } }: StageWork,
    { tenantId, accountId }: ExportJob,
    platformId: string,
  ) {
    if (metrics === undefined) return { facts: { metrics: {} }, pauseSeconds: 0 };
    try {
      const read = await tools.read({ tenantId, accountId }, lease, (_, session) => metrics(session, { platformId }));
      return { facts: { metrics: read.value }, pauseSeconds: read.pauseSeconds };
    } catch (error) {
      if (!isOfItem(error)) throw error;
      return { facts: { metrics: {}, metricsMissing: (error as PlatformError).message }, pauseSeconds: 0 };
    }
  }
}

async function sentences(
  db: Parameters<typeof itemRows.reasons>[0],
  job: ExportJob,
  { archive, displayName }: Connector,
) {
  const found = await itemRows.reasons(db, job, 'metrics_missing');
  return found.map(
    ({ reason, count }) => `${displayName} does not tell the numbers of ${count} ${archive?.holds}: ${reason}`,
  );
}
