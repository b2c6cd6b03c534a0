import { sql } from 'kysely';
import type { VideoUpdate } from '../../core/account-abilities.ts';
import type { Connector } from '../../core/connector.ts';
import type { Effect, RepeatableEffect } from '../../core/effect.ts';
import type { CommentText, Moderation } from '../../core/inbox.ts';
import type { Runner } from '../../db/query.ts';
import type { Job } from '../actions/index.ts';
import { changeComment } from '../comments/index.ts';

interface Change {
  /** In words, for people who wait for it. */
  readonly what: string;
  // biome-ignore lint/suspicious/noExplicitAny: the input belongs to the effect that is picked here.
  readonly effect: (connector: Connector) => Effect<any> | RepeatableEffect<any> | undefined;
  /** What follows in our rows when it was made. */
  readonly made?: (tx: Runner, job: Job, input: never) => Promise<void>;
}

/** Every change that only some platforms let be made. */
export const CHANGES = {
  create_board: { what: 'new board', effect: ({ changes }) => changes?.boardCreation },
  update_board: { what: 'change of the board', effect: ({ changes }) => changes?.boardUpdate },
  delete_board: { what: 'removal of the board', effect: ({ changes }) => changes?.boardRemoval },
  answer_collaboration: { what: 'answer to the invitation', effect: ({ changes }) => changes?.collaboration },
  update_video: { what: 'change of the video', effect: ({ changes }) => changes?.videoUpdate, made: videoUpdated },
  edit_comment: {
    what: 'change of the comment',
    effect: ({ comments }) => comments?.editing,
    made: (tx, { tenantId, accountId }, { commentId, text }: CommentText) =>
      changeComment(tx, tenantId, accountId, commentId, { text }),
  },
  moderate_comment: {
    what: 'moderation of the comment',
    effect: ({ comments }) => comments?.moderation,
    made: (tx, { tenantId, accountId }, { commentId, status }: Moderation) =>
      changeComment(tx, tenantId, accountId, commentId, { isHidden: status !== 'published' }),
  },
} as const satisfies Record<string, Change>;

export type ChangeName = keyof typeof CHANGES;

/** What a change is queued with; `answer` is what the caller is told when it was made. */
export interface ChangeInput {
  readonly change: ChangeName;
  readonly input: object;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** A video of ours is shown as it now is. */
async function videoUpdated(tx: Runner, job: Job, { platformId, ...update }: VideoUpdate): Promise<void> {
  const { description: text, ...rest } = update;
  const shown = { ...rest, ...(text === undefined ? {} : { text }) };
  await tx.run(sql`update actions set input = input || ${JSON.stringify(shown)}::jsonb, updated_at = now()
    where tenant_id = ${job.tenantId} and account_id = ${job.accountId} and platform_id = ${platformId} and kind = 'publish'`);
}
