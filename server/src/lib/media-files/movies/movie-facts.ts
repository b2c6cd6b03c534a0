import type { FileFacts } from '../facts.ts';

/** What the readers of films and sound find; sizes as shown. */
export type MovieFacts = { readonly kind: 'video' | 'audio' } & Pick<
  FileFacts,
  'width' | 'height' | 'seconds' | 'fps' | 'videoCodec' | 'audioCodec' | 'hasMetadata'
>;
