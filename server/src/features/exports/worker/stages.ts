import type { ExportStage } from '../export.ts';
import { readCaptions } from './read-captions.ts';
import { readComments } from './read-comments.ts';
import { readList } from './read-list.ts';
import { readNumbers } from './read-numbers.ts';
import { readVision } from './read-vision.ts';
import type { StageStep } from './stage.ts';

/** The stages that read, in order. */
export const STEPS: Readonly<Record<Exclude<ExportStage, 'writing' | 'done'>, StageStep>> = {
  listing: readList,
  numbers: readNumbers,
  comments: readComments,
  transcripts: readCaptions,
  vision: readVision,
};
