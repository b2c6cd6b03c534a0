import { baseFiles } from './base-files.ts';
import type { CorpusFile } from './corpus-file.ts';
import { disguisedFiles } from './disguised-files.ts';
import { hostileImages } from './hostile-images.ts';
import { hostileVideos } from './hostile-videos.ts';
import { ordinaryFiles } from './ordinary-files.ts';

export type { CorpusFile } from './corpus-file.ts';
export { FILENAMES } from './filenames.ts';

/** Files of users and of attackers, generated on each call, each with its verdict. */
export async function mediaCorpus(): Promise<readonly CorpusFile[]> {
  const bases = await baseFiles();
  return [...ordinaryFiles(bases), ...hostileImages(bases), ...hostileVideos(), ...disguisedFiles(bases)];
}
