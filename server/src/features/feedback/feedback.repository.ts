import { sql } from 'kysely';
import { newId } from '../../core/ids.ts';
import type { Runner } from '../../db/query.ts';

export const FEEDBACK_TYPES = ['bug', 'feature_request', 'general'] as const;
export type FeedbackType = (typeof FEEDBACK_TYPES)[number];

export async function insert(
  tx: Runner,
  workspaceId: string,
  { type, message }: { readonly type: FeedbackType; readonly message: string },
): Promise<void> {
  await tx.run(sql`
    insert into feedback (workspace_id, id, user_id, type, message)
    select workspace_id, ${newId('fb')}, id, ${type}, ${message} from owners where workspace_id = ${workspaceId}`);
}

/** Feedback with its sender. */
export interface FeedbackRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly workspace: string;
  readonly email: string | null;
  readonly type: FeedbackType;
  readonly message: string;
  readonly created_at: Date;
}

/** The feedback of all workspaces, newest first. */
export async function listAll(system: Runner, limit: number): Promise<FeedbackRow[]> {
  return system.run(sql<FeedbackRow>`
    select f.id, f.workspace_id, w.name as workspace, o.email, f.type, f.message, f.created_at
    from feedback f join workspaces w on w.id = f.workspace_id join owners o on o.workspace_id = f.workspace_id
    order by f.created_at desc, f.id desc limit ${limit}`);
}
