import type { Archive } from '../../../core/analysis/archive.ts';
import { UNLIMITED } from '../../../core/billing/plans.ts';
import type { Connector } from '../../../core/connector.ts';
import type { Lease } from '../../../core/worker.ts';
import type { ExportStage } from '../export.ts';
import type { ExportJob } from './job.repository.ts';
import type { ExportTools } from './tools.ts';

/** One step of a stage: it reads from outside, then stores what it read together with the progress. */
export type StageStep = (work: StageWork, job: ExportJob) => Promise<StepEnd>;

export interface StageWork {
  readonly tools: ExportTools;
  readonly lease: Lease;
  readonly connector: Connector & { readonly archive: Archive };
}

export interface StepEnd {
  /** The export after the step; undefined when it is not this worker's any more. */
  readonly job: ExportJob | undefined;
  /** Seconds before the platform may be read again. */
  readonly pauseSeconds: number;
}

/** How many items get a transcript. */
export function spokenItems({ items, transcriptsMax }: ExportJob): number {
  return transcriptsMax === UNLIMITED ? items : Math.min(items, transcriptsMax);
}

/** The stage after the comments, and after the transcripts. */
export function afterComments({ includeTranscript, includeVision }: ExportJob): ExportStage {
  if (includeTranscript) return 'transcripts';
  return includeVision ? 'vision' : 'writing';
}
export function afterTranscripts({ includeVision }: ExportJob): ExportStage {
  return includeVision ? 'vision' : 'writing';
}
