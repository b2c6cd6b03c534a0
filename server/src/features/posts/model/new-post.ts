import type { Visibility } from '../../../core/limits.ts';
import type { StoredMedia, StoredSegment } from '../../../db/column-types.ts';
import type { Hold } from '../../held/index.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { NewTarget } from './target.repository.ts';

/** A composed post that is not written yet. */
export interface NewPost {
  readonly id: string;
  readonly text: string | null;
  readonly title: string | null;
  readonly status: 'draft' | 'scheduled' | 'publishing';
  readonly visibility: Visibility | null;
  readonly media: readonly StoredMedia[];
  readonly firstComment: string | null;
  readonly segments: readonly StoredSegment[];
  readonly platformData: Readonly<Record<string, Record<string, unknown>>>;
  readonly schedule: Schedule | null;
  /** The zone of its wall times. */
  readonly timezone: string | null;
  /** null: duplicates are allowed. */
  readonly fingerprint: Buffer | null;
  readonly targets: readonly NewTarget[];
  /** The part that waits for a person: then it is a draft. */
  readonly held?: Hold;
}
