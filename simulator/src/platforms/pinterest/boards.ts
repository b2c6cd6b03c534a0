import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { hasScope, me, ownBoard } from './access.ts';
import { denied, invalid } from './errors.ts';
import { listResponse } from './paging.ts';
import { textField } from './pin-input.ts';
import { pinView } from './pin-view.ts';
import { listedPins } from './pins.ts';
import { type BoardRow, type Pinterest, type Privacy, pinterestTime, privacies } from './store.ts';

const nameLengthMax = 180;
const descriptionLengthMax = 500;

/** https://developers.pinterest.com/docs/api/v5/boards-list */
function boardView(pinterest: Pinterest, board: BoardRow) {
  const pins = listedPins(pinterest, pinterest.store.pins.where('board_id', board.id));
  const thumbnails = pins.flatMap(({ media }) => media.images[0]?.url ?? []);
  return {
    id: board.id,
    name: board.name,
    description: board.description,
    owner: { username: pinterest.world.accounts.get(board.account)?.username ?? '' },
    privacy: board.privacy,
    pin_count: pins.length,
    follower_count: 0,
    collaborator_count: 0,
    created_at: pinterestTime(board.created_at),
    board_pins_modified_at: pinterestTime(pins[0]?.created_at ?? board.created_at),
    media: { image_cover_url: thumbnails[0] ?? null, pin_thumbnail_urls: thumbnails.slice(1, 6) },
  };
}

export function newBoard(
  { world, store }: Pinterest,
  account: string,
  options: { name: string; description: string; privacy: Privacy },
): BoardRow {
  const row: BoardRow = { ...options, id: world.ids.snowflake(), account, created_at: world.clock.now() };
  store.boards.put(row.id, row);
  return row;
}

/** Secret boards are only for those who may read secrets. */
export function listBoards(pinterest: Pinterest, call: Call): PlatformResponse {
  const { platform_id } = me(call, 'boards:read');
  const options = (call.input('privacy') ?? 'ALL').toUpperCase();
  if (options !== 'ALL' && !privacies.some((privacy) => privacy === options)) throw invalid("'privacy' is not known");
  const rows = pinterest.store.boards
    .where('account', platform_id)
    .filter(({ privacy }) => privacy !== 'SECRET' || hasScope(call, 'boards:read_secret'))
    .filter(({ privacy }) => options === 'ALL' || privacy === options);
  return listResponse(call, rows, (row) => boardView(pinterest, row));
}

export function createBoard(pinterest: Pinterest, call: Call): PlatformResponse {
  const { platform_id } = me(call, 'boards:write');
  const name = nameOf(call);
  const description = textField(call.body, 'description', descriptionLengthMax) ?? '';
  const privacy = privacyOf(call) ?? 'PUBLIC';
  const board = call.effect(() => {
    const row = newBoard(pinterest, platform_id, { name, description, privacy });
    call.record({ kind: 'board', platform_id: row.id, text: name });
    return row;
  });
  return json(boardView(pinterest, board), 201);
}

export function readBoard(pinterest: Pinterest, call: Call): PlatformResponse {
  return json(boardView(pinterest, ownBoard(pinterest, call, call.param('board'), 'boards:read')));
}

export function editBoard(pinterest: Pinterest, call: Call): PlatformResponse {
  const board = ownBoard(pinterest, call, call.param('board'), 'boards:write');
  const name = call.body.name === undefined ? board.name : nameOf(call);
  const description = textField(call.body, 'description', descriptionLengthMax) ?? board.description;
  const after = { ...board, name, description, privacy: privacyOf(call) ?? board.privacy };
  call.effect(() => {
    pinterest.store.boards.put(after.id, after);
    call.record({ kind: 'edit_board', platform_id: after.id, text: name });
  });
  return json(boardView(pinterest, after));
}

/** Its pins go with it. */
export function deleteBoard(pinterest: Pinterest, call: Call): PlatformResponse {
  const { store } = pinterest;
  const board = ownBoard(pinterest, call, call.param('board'), 'boards:write');
  call.effect(() => {
    for (const pin of store.pins.where('board_id', board.id)) {
      store.pins.delete(pin.id);
      call.record({ kind: 'delete', platform_id: pin.id, text: pin.description ?? '' });
    }
    store.boards.delete(board.id);
    call.record({ kind: 'delete_board', platform_id: board.id, text: board.name });
  });
  return { status: 204 };
}

export function listBoardPins(pinterest: Pinterest, call: Call): PlatformResponse {
  const board = ownBoard(pinterest, call, call.param('board'), 'boards:read');
  me(call, 'pins:read');
  const rows = listedPins(pinterest, pinterest.store.pins.where('board_id', board.id));
  return listResponse(call, rows, (row) => pinView(pinterest, row, call.input('pin_metrics') === 'true'));
}

function nameOf(call: Call): string {
  const name = textField(call.body, 'name', nameLengthMax) ?? '';
  if (name.trim() === '') throw invalid("'name' is a required property");
  return name;
}

function privacyOf(call: Call): Privacy | undefined {
  const options = call.body.privacy ?? undefined;
  if (options === undefined) return undefined;
  const privacy = privacies.find((known) => known === options);
  if (!privacy) throw invalid(`'${String(options)}' is not one of ${privacies.join(', ')}`);
  if (privacy === 'SECRET' && !hasScope(call, 'boards:write_secret')) throw denied();
  return privacy;
}
