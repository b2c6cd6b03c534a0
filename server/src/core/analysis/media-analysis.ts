import type { World } from '../tenant.ts';

/** Understands sound and pictures of media. An ability is absent when the installation has no settings for it. */
export interface MediaAnalysis {
  /** Never throws for faults of the other side: they are a `Missing`. Aborted by the signal, it throws. */
  readonly transcribe?: (media: AnalysedMedia, signal: AbortSignal) => Promise<Transcript | Missing>;
  /** Looks at key frames. Fails as `transcribe` does. */
  readonly describe?: (media: AnalysedMedia, signal: AbortSignal) => Promise<Vision | Missing>;
}

/** A video or image: at an address, or a stored file by its key. */
export type MediaSource = { readonly url: string } | { readonly key: string };

export type AnalysedMedia = MediaSource & {
  readonly world: World | null;
  readonly durationSeconds?: number;
};

/** The words that people say in a video. */
export interface Transcript {
  readonly text: string;
  /** As BCP 47 names it: `en`, `pt-BR`. */
  readonly language?: string;
}

/** The content of a video's pictures. */
export interface Vision {
  readonly summary: string;
  readonly category: string;
  readonly subjects: readonly string[];
  readonly textOnScreen: readonly string[];
  /** The means by which the first seconds hold people. */
  readonly hook: string;
  readonly brandSafety: 'safe' | 'caution' | 'unsafe';
}

/** Why something is not there: a word such as `not_configured`, or a sentence for the customer. */
export interface Missing {
  readonly missing: string;
}

/** The reason when the installation has no settings for an ability. */
export const NOT_CONFIGURED: Missing = { missing: 'not_configured' };
