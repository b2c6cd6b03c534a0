import type { Metrics } from '../analytics/metrics.ts';
import type { Part } from '../messaging/inbox.ts';
import type { Session } from '../session.ts';
import type { Transcript } from './media-analysis.ts';

/** Reads all that an account has published, for exports. */
export interface Archive {
  /** The name of the items. */
  readonly holds: 'videos' | 'posts';
  /** The platform documents no order of its list, so a range reads every page. Absent: the newest come first. */
  readonly isUnordered?: true;
  /** A page of the account's own posts, made by us or elsewhere. */
  readonly list: (session: Session, cursor?: string) => Promise<Part<ArchivedItem>>;
  /** The platform's own captions of a video; undefined when it has none. */
  readonly captions?: (session: Session, platformId: string) => Promise<Transcript | undefined>;
}

export interface ArchivedItem {
  readonly platformId: string;
  readonly title?: string;
  readonly text?: string;
  readonly url?: string;
  readonly coverUrl?: string;
  /** The address of its video or image, which holds for some hours. */
  readonly mediaUrl?: string;
  readonly createdAt: Date;
  readonly durationSeconds?: number;
  readonly width?: number;
  readonly height?: number;
  /** Present where the list tells all numbers; elsewhere the connector's `metrics` reads them. */
  readonly metrics?: Metrics;
}
