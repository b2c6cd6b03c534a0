import type { FileFacts, FileFault } from '@hubbub/media-info';

export interface CorpusFile {
  /** The name that a user or an attacker might give it. */
  readonly name: string;
  readonly content: Uint8Array;
  /** The facts that must hold, or the fault that it is rejected for. */
  readonly verdict: Partial<FileFacts> | FileFault;
}

export const accepted = (name: string, content: Uint8Array, facts: Partial<FileFacts>): CorpusFile => ({
  name,
  content,
  verdict: facts,
});

export const rejected = (name: string, content: Uint8Array, fault: FileFault): CorpusFile => ({
  name,
  content,
  verdict: fault,
});
