import { z } from 'zod';
import type {
  BoardRef,
  BoardUpdate,
  CollaborationAnswer,
  NewBoard,
  VideoUpdate,
} from '../../core/account-abilities.ts';
import type { Connector } from '../../core/connector.ts';
import type { Effect, RepeatableEffect } from '../../core/effect.ts';
import type { CommentText, Moderation } from '../../core/messaging/inbox.ts';
import type { Runner } from '../../db/query.ts';
import { actions, type Job } from '../../engine/index.ts';
import { compact } from '../../lib/compact.ts';
import { changeComment } from '../comments/index.ts';
import { PRIVACIES } from './boards/board.ts';

/** The account whose platform made the change. */
type Changed = Pick<Job, 'tenantId' | 'accountId'>;

interface Change<Input> {
  /** In words, for people who wait for it. */
  readonly what: string;
  /** The input of the effect, as it is stored. */
  readonly input: z.ZodType<Input>;
  readonly effect: (connector: Connector) => Effect<Input> | RepeatableEffect<Input> | undefined;
  /** It makes something new: repeated requests make it once. */
  readonly isCreation?: true;
  /** Writes what follows in our rows after the platform made the change. */
  readonly made?: (tx: Runner, account: Changed, input: Input) => Promise<void>;
}

const defineChange = <Input>(change: Change<Input>): Change<Input> => change;

const comment = { platformPostId: z.string(), commentId: z.string() };

/** Every change that only some platforms offer. */
const CHANGES = {
  create_board: defineChange<NewBoard>({
    what: 'new board',
    input: z.object({
      name: z.string(),
      description: z.string().exactOptional(),
      privacy: z.enum(PRIVACIES),
    }),
    effect: ({ changes }) => changes?.boardCreation,
    isCreation: true,
  }),
  update_board: defineChange<BoardUpdate>({
    what: 'change of the board',
    input: z.object({
      boardId: z.string(),
      name: z.string().exactOptional(),
      description: z.string().exactOptional(),
      privacy: z.enum(PRIVACIES).exactOptional(),
    }),
    effect: ({ changes }) => changes?.boardUpdate,
  }),
  delete_board: defineChange<BoardRef>({
    what: 'removal of the board',
    input: z.object({ boardId: z.string() }),
    effect: ({ changes }) => changes?.boardRemoval,
  }),
  answer_collaboration: defineChange<CollaborationAnswer>({
    what: 'response to the invitation',
    input: z.object({ platformPostId: z.string(), accepts: z.boolean() }),
    effect: ({ changes }) => changes?.collaboration,
  }),
  update_video: defineChange<VideoUpdate>({
    what: 'change of the video',
    input: z.object({
      platformId: z.string(),
      title: z.string().exactOptional(),
      description: z.string().exactOptional(),
      visibility: z.enum(['public', 'unlisted', 'private']).exactOptional(),
    }),
    effect: ({ changes }) => changes?.videoUpdate,
    made: (tx, account, { platformId, description: text, ...rest }) =>
      actions.updatePublishedInput(tx, account, platformId, compact({ ...rest, text })),
  }),
  edit_comment: defineChange<CommentText>({
    what: 'change of the comment',
    input: z.object({ ...comment, text: z.string() }),
    effect: ({ comments }) => comments?.editing,
    made: (tx, { tenantId, accountId }, { commentId, text }) =>
      changeComment(tx, tenantId, accountId, commentId, { text }),
  }),
  moderate_comment: defineChange<Moderation>({
    what: 'moderation of the comment',
    input: z.object({
      ...comment,
      status: z.enum(['published', 'held_for_review', 'rejected']),
      bansAuthor: z.boolean(),
    }),
    effect: ({ comments }) => comments?.moderation,
    made: (tx, { tenantId, accountId }, { commentId, status }) =>
      changeComment(tx, tenantId, accountId, commentId, { isHidden: status !== 'published', moderationStatus: status }),
  }),
} as const;

export type ChangeName = keyof typeof CHANGES;

/** The stored input of a change. `answer`: facts for the response; stored rows have it by this name. */
export interface ChangeInput {
  readonly change: ChangeName;
  readonly input: object;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Each change with its own input. */
export const StoredChange: z.ZodType<ChangeInput> = z
  .object({
    change: z.enum(Object.keys(CHANGES) as ChangeName[]),
    input: z.record(z.string(), z.unknown()),
    answer: z.record(z.string(), z.unknown()),
  })
  .superRefine(({ change, input }, ctx) => {
    const issues = changeOf(change).input.safeParse(input).error?.issues ?? [];
    for (const { message, path } of issues) ctx.addIssue({ code: 'custom', message, path: ['input', ...path] });
  });

/** The entry of a change, whose input StoredChange has checked. */
// biome-ignore lint/suspicious/noExplicitAny: each change has its own input.
export function changeOf(name: ChangeName): Change<any> {
  return CHANGES[name];
}
