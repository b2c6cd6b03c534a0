import type { PostsMetrics } from '../../../core/analytics/metrics.ts';
import type { Connector } from '../../../core/connector.ts';
import * as exportRows from '../export.repository.ts';
import * as itemRows from './item.repository.ts';
import { rejectionOfItem } from './item-faults.ts';
import { advance, type ExportJob, type Step } from './job.repository.ts';
import type { StageWork, StepEnd } from './stage.ts';

/** Items of one look at what the list has told already. */
const LOOK = 200;
const NOT_SHOWN = 'It does not show them any more.';

interface ReadNumbers {
  /** By platform id. */
  readonly facts: ReadonlyMap<string, itemRows.ItemFacts>;
  readonly pauseSeconds: number;
}

/** Reads the numbers of the next items whose list entries have none: as many as the platform tells in one call. */
export async function readNumbers(work: StageWork, job: ExportJob): Promise<StepEnd> {
  const { tools, connector } = work;
  const { archive, displayName } = connector;
  const reader = readerOf(connector);
  const db = tools.db.tenant(job.tenantId);
  const rows = await exportRows.itemsFrom(db, job.tenantId, job.id, job.numbersRead, LOOK);
  const open = rows.filter(({ metrics }) => metrics === null).slice(0, reader?.max ?? 1);
  const last = open.at(-1);
  if (last === undefined) {
    const isOver = rows.length < LOOK;
    const step: Step = { numbersRead: rows.length, ...(isOver ? { stage: 'comments' } : {}) };
    const missing = isOver ? await sentences(db, job, connector) : [];
    return { job: await advance(db, job, { ...step, missing }), pauseSeconds: 0 };
  }
  if (reader === undefined) {
    const missing = [`${displayName} does not tell the numbers of ${archive.holds}.`];
    const step: Step = { numbersRead: job.items - job.numbersRead, stage: 'comments', missing };
    return { job: await advance(db, job, step), pauseSeconds: 0 };
  }
  const { facts, pauseSeconds } = await numbersOf(
    work,
    job,
    reader,
    open.map((row) => row.platform_id),
  );
  const stored = await db.transaction(async (tx) => {
    const advanced = await advance(tx, job, { numbersRead: last.position + 1 - job.numbersRead });
    if (advanced === undefined) return undefined;
    for (const { position, platform_id: id } of open)
      await itemRows.update(tx, job, position, facts.get(id) ?? { metrics: {}, metricsMissing: NOT_SHOWN });
    return advanced;
  });
  return { job: stored, pauseSeconds };
}

/** Reads the numbers of several posts, or of one where the platform tells them one by one. */
function readerOf({ metrics, postsMetrics }: Connector): PostsMetrics | undefined {
  if (postsMetrics !== undefined || metrics === undefined) return postsMetrics;
  const read: PostsMetrics['read'] = async (session, [platformId = '']) =>
    new Map([[platformId, await metrics(session, { platformId })]]);
  return { max: 1, read };
}

async function numbersOf(
  { tools, lease }: StageWork,
  job: ExportJob,
  reader: PostsMetrics,
  ids: readonly string[],
): Promise<ReadNumbers> {
  const { value, pauseSeconds } = await tools.read(job, lease, (_, session) =>
    reader.read(session, ids).catch(rejectionOfItem),
  );
  if (!(value instanceof Error))
    return { facts: new Map([...value].map(([id, metrics]) => [id, { metrics }])), pauseSeconds };
  const lacking = { metrics: {}, metricsMissing: value.message };
  return { facts: new Map(ids.map((id) => [id, lacking])), pauseSeconds };
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
