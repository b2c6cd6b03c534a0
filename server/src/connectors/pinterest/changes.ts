import type { BoardRef, BoardUpdate, Changes, NewBoard } from '../../core/account-abilities.ts';
import type { ListedEffect, RepeatableEffect } from '../../core/effect.ts';
import { missingCountsAsRemoved } from '../shared/call-platform.ts';
import { boardPath, callPinterest, deleteAt } from './client.ts';
import { listBoards } from './reads.ts';
import { WireBoard } from './wire.ts';

/**
 * https://developers.pinterest.com/docs/api/v5/boards-create. Secret boards are listed only with a right of their own.
 */
const boardCreation: ListedEffect<NewBoard> = {
  class: 'C',
  lookupDelaysSeconds: [5, 30],

  async send(session, board) {
    const request = { method: 'POST', path: '/boards', body: { json: board } } as const;
    return { platformId: (await callPinterest(session, 'effect', request, WireBoard)).value.id };
  },

  async list(session, _board, since) {
    const sinceMs = Math.floor(since.getTime() / 1000) * 1000;
    const boards = await listBoards(session);
    return boards.flatMap(({ id, name, created_at: createdAt }) =>
      createdAt === undefined || createdAt.getTime() < sinceMs ? [] : [{ platformId: id, text: name, createdAt }],
    );
  },

  matches: (board, item) => board.name.trim() === item.text.trim(),
};

/** https://developers.pinterest.com/docs/api/v5/boards-update */
const boardUpdate: RepeatableEffect<BoardUpdate> = {
  class: 'repeatable',

  async send(session, { boardId, ...json }) {
    await callPinterest(session, 'effect', { method: 'PATCH', path: boardPath(boardId), body: { json } }, WireBoard);
    return { platformId: boardId };
  },
};

/** https://developers.pinterest.com/docs/api/v5/boards-delete */
const boardRemoval: RepeatableEffect<BoardRef> = {
  class: 'repeatable',

  async send(session, { boardId }) {
    await missingCountsAsRemoved((async () => await deleteAt(session, boardPath(boardId)))());
    return { platformId: boardId };
  },
};

export const changes: Changes = { boardCreation, boardUpdate, boardRemoval };
