import type { FileFacts, FileFault } from '../../src/lib/media-files/index.ts';

export interface CorpusFile {
  /** As somebody would name it who means well or ill. */
  readonly name: string;
  readonly content: Uint8Array;
  /** Facts that must hold, or why it is refused. */
  readonly verdict: Partial<FileFacts> | FileFault;
}

export const taken = (name: string, content: Uint8Array, facts: Partial<FileFacts>): CorpusFile => ({
  name,
  content,
  verdict: facts,
});

export const refused = (name: string, content: Uint8Array, fault: FileFault): CorpusFile => ({
  name,
  content,
  verdict: fault,
});
