import type { StoredMedia, StoredSegment } from '../../../db/column-types.ts';
import type { NewPost } from '../model/new-post.ts';
import type { NewTarget } from '../model/target.repository.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { NamedTarget, PostInput } from './named-targets.ts';

/** A request with the targets that it names. */
export interface PostWithTargets {
  readonly input: PostInput;
  readonly named: readonly NamedTarget[];
}

/** … with its due time and first status. */
export interface PostWithSchedule extends PostWithTargets {
  readonly timezone: string | null;
  readonly schedule: Schedule | null;
  readonly status: NewPost['status'];
}

/** … with its content. */
export interface PostWithContent extends PostWithSchedule {
  readonly media: readonly StoredMedia[];
  readonly segments: readonly StoredSegment[];
  readonly platformData: NewPost['platformData'];
}

/** … with the accounts and destinations of its targets. */
export interface ResolvedPost extends PostWithContent {
  readonly targets: readonly NewTarget[];
}
