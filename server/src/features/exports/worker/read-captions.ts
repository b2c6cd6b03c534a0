import { type Missing, NOT_CONFIGURED, type Transcript } from '../../../core/analysis/media-analysis.ts';
import * as exportRows from '../export.repository.ts';
import * as itemRows from './item.repository.ts';
import { rejectionOfItem } from './item-faults.ts';
import { fileOf } from './item-media.ts';
import { advance, type ExportJob } from './job.repository.ts';
import { afterTranscripts, type StageWork, type StepEnd, spokenItems } from './stage.ts';

const NOT_GIVEN: Missing = { missing: 'The platform gives neither captions nor the video.' };

/** Finds out what is said in the next item: the platform's own captions first, then what is heard. */
export async function readCaptions(work: StageWork, job: ExportJob): Promise<StepEnd> {
  const { tools, connector } = work;
  const db = tools.db.tenant(job.tenantId);
  const { captions } = connector.archive;
  const isPossible = captions !== undefined || tools.analysis.transcribe !== undefined;
  const count = spokenItems(job);
  if (!isPossible || job.transcriptsRead >= count) {
    const reason = isPossible ? { missing: limitSentence(job) } : NOT_CONFIGURED;
    const isCut = isPossible && count < job.items;
    const stored = await db.transaction(async (tx) => {
      const missing = isCut ? [limitSentence(job)] : [];
      const advanced = await advance(tx, job, { stage: afterTranscripts(job), missing });
      if (advanced !== undefined) await itemRows.leaveOut(tx, job, 'transcript', 0, reason);
      return advanced;
    });
    return { job: stored, pauseSeconds: 0 };
  }
  const [next] = await exportRows.itemsFrom(db, job.tenantId, job.id, job.transcriptsRead, 1);
  const { transcript, pauseSeconds } = await transcriptOf(work, job, next);
  const stored = await db.transaction(async (tx) => {
    const advanced = await advance(tx, job, { transcriptsRead: 1 });
    if (advanced !== undefined) await itemRows.update(tx, job, job.transcriptsRead, { transcript });
    return advanced;
  });
  return { job: stored, pauseSeconds };
}

async function transcriptOf(
  { tools, lease, connector }: StageWork,
  job: ExportJob,
  item: exportRows.ItemRow | undefined,
): Promise<{ readonly transcript: Transcript | Missing; readonly pauseSeconds: number }> {
  const { captions } = connector.archive;
  let rejection: string | undefined;
  let pauseSeconds = 0;
  if (captions !== undefined && item !== undefined) {
    const read = await tools.read(job, lease, (_, session) =>
      captions(session, item.platform_id).catch(rejectionOfItem),
    );
    pauseSeconds = read.pauseSeconds;
    if (read.value instanceof Error) rejection = read.value.message;
    else if (read.value !== undefined) return { transcript: read.value, pauseSeconds };
  }
  const media = item && (await fileOf(tools, job, item));
  if (media === undefined)
    return { transcript: rejection === undefined ? NOT_GIVEN : { missing: rejection }, pauseSeconds };
  return { transcript: (await tools.analysis.transcribe?.(media, lease.signal)) ?? NOT_CONFIGURED, pauseSeconds };
}

function limitSentence({ transcriptsMax }: ExportJob): string {
  return `The plan has at most ${transcriptsMax} transcripts in an export.`;
}
