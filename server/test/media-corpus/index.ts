import { baseFiles } from './base-files.ts';
import { oddFiles } from './odd-files.ts';
import { oddFilms } from './odd-films.ts';
import { oddPictures } from './odd-pictures.ts';
import { plainFiles } from './plain-files.ts';
import type { CorpusFile } from './verdict.ts';

export { ODD_NAMES } from './odd-names.ts';
export type { CorpusFile } from './verdict.ts';

/** Files that people send and that attackers send, made anew each time, each with its verdict. */
export async function mediaCorpus(): Promise<readonly CorpusFile[]> {
  const bases = await baseFiles();
  return [...plainFiles(bases), ...oddPictures(bases), ...oddFilms(), ...oddFiles(bases)];
}
