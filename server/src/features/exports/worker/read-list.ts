import type { Archive, ArchivedItem } from '../../../core/analysis/archive.ts';
import { UNLIMITED } from '../../../core/billing/plans.ts';
import * as itemRows from './item.repository.ts';
import { advance, type ExportJob, type Step } from './job.repository.ts';
import type { StageWork, StepEnd } from './stage.ts';

/** Stores one page of the platform's list. */
export async function readList({ tools, lease, connector }: StageWork, job: ExportJob): Promise<StepEnd> {
  const { value: page, pauseSeconds } = await tools.read(job, lease, (_, session) =>
    connector.archive.list(session, job.listCursor ?? undefined),
  );
  const stored = await tools.db.tenant(job.tenantId).transaction(async (tx) => {
    const wanted = page.items.filter((item) => isWanted(job, item));
    const known = await itemRows.known(
      tx,
      job,
      wanted.map(({ platformId }) => platformId),
    );
    const fresh = [...new Map(wanted.map((item) => [item.platformId, item])).values()].filter(
      ({ platformId }) => !known.has(platformId),
    );
    const room = job.itemsMax === UNLIMITED ? fresh.length : Math.max(0, job.itemsMax - job.items);
    const taken = fresh.slice(0, room);
    const isCut = taken.length < fresh.length;
    // A page without anything new from a list that goes on and on would never end.
    const hasEnded = page.cursor === undefined || page.cursor === job.listCursor || isCut;
    const isOver = hasEnded || (!connector.archive.isUnordered && isPast(job, page.items));
    const next = isOver
      ? { stage: 'numbers' as const, missing: isCut ? [cutSentence(job, connector.archive)] : [] }
      : {};
    const step: Step = { items: taken.length, listCursor: page.cursor, ...next };
    const advanced = await advance(tx, job, step);
    if (advanced !== undefined) await itemRows.insert(tx, job, job.items, taken);
    return advanced;
  });
  return { job: stored, pauseSeconds };
}

function isWanted({ from, to }: ExportJob, { createdAt }: ArchivedItem): boolean {
  return (from === null || createdAt >= from) && (to === null || createdAt < to);
}

/** Everything on the page is older than the range. In an ordered list the rest is, too. */
function isPast({ from }: ExportJob, items: readonly ArchivedItem[]): boolean {
  return from !== null && items.length > 0 && items.every(({ createdAt }) => createdAt < from);
}

function cutSentence({ itemsMax }: ExportJob, { holds, isUnordered }: Archive): string {
  return `The plan exports at most ${itemsMax} ${holds}. ${isUnordered ? 'Others' : 'Older ones'} are left out.`;
}
