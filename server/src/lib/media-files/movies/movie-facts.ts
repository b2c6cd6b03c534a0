/** What the readers of films and sound find; sizes as shown. */
export interface MovieFacts {
  readonly kind: 'video' | 'audio';
  readonly width?: number;
  readonly height?: number;
  readonly seconds?: number;
  readonly fps?: number;
  readonly videoCodec?: string;
  readonly audioCodec?: string;
  readonly hasMetadata?: boolean;
}
