import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { me, ownBoard, ownPin } from './access.ts';
import { invalid, noBoard, noPin } from './errors.ts';
import { mediaOf } from './media-source.ts';
import { listResponse } from './paging.ts';
import { type Body, colorOf, noTexts, type PinTexts, pinTexts } from './pin-input.ts';
import { pinView, shownMedia } from './pin-view.ts';
import type { PinRow, Pinterest } from './store.ts';

/** Newest first, without those that lists do not show yet. */
export function listedPins({ world }: Pinterest, pins: readonly PinRow[]): PinRow[] {
  const now = world.clock.now();
  return pins.filter(({ visible_at }) => visible_at <= now).reverse();
}

export function pinsOf(pinterest: Pinterest, account: string): PinRow[] {
  return listedPins(pinterest, pinterest.store.pins.where('account', account));
}

/** `POST /v5/pins`. The same pin twice makes two. */
export async function createPin(pinterest: Pinterest, call: Call): Promise<PlatformResponse> {
  const { world, store } = pinterest;
  const { platform_id: account } = me(call, 'pins:write');
  const board = boardOf(pinterest, call);
  const texts = pinTexts(call.body, noTexts);
  const dominant_color = colorOf(call.body);
  const media = await mediaOf(pinterest, account, call.body);
  const parent = call.body.parent_pin_id;
  const pin = call.effect(() => {
    // It may have gone while the image was fetched.
    if (!store.boards.get(board.id)) throw noBoard();
    const made: PinRow = {
      ...textsOf(texts),
      id: world.ids.snowflake(),
      account,
      board_id: board.id,
      dominant_color,
      parent_pin_id: typeof parent === 'string' ? parent : null,
      media,
      created_at: world.clock.now(),
      visible_at: call.visibleAt(),
    };
    store.pins.put(made.id, made);
    call.record({ kind: 'post', platform_id: made.id, text: made.description ?? '', media: shownMedia(made) });
    return made;
  });
  return json(pinView(pinterest, pin), 201);
}

function boardOf(pinterest: Pinterest, call: Call) {
  const { board_id: id } = call.body as Body;
  if (typeof id !== 'string' || id === '') throw invalid("'board_id' is a required property");
  return ownBoard(pinterest, call, id, 'boards:write');
}

function textsOf({ note, ...texts }: PinTexts) {
  return { ...texts, note: note ?? '' };
}

/** `GET /v5/pins`. */
export function listPins(pinterest: Pinterest, call: Call): PlatformResponse {
  const { platform_id } = me(call, 'pins:read');
  const hasMetrics = call.input('pin_metrics') === 'true';
  return listResponse(call, pinsOf(pinterest, platform_id), (row) => pinView(pinterest, row, hasMetrics));
}

/** `PATCH /v5/pins/{id}`: texts and place change, the media never does. */
export function editPin(pinterest: Pinterest, call: Call): PlatformResponse {
  const before = ownPin(pinterest, call, 'pins:write');
  const texts = pinTexts(call.body, before);
  const board_id = call.body.board_id === undefined ? before.board_id : boardOf(pinterest, call).id;
  const after: PinRow = { ...before, ...textsOf(texts), board_id };
  call.effect(() => {
    pinterest.store.pins.put(after.id, after);
    call.record({ kind: 'edit', platform_id: after.id, text: after.description ?? '', media: shownMedia(after) });
  });
  return json(pinView(pinterest, after));
}

/** `DELETE /v5/pins/{id}`. */
export function deletePin(pinterest: Pinterest, call: Call): PlatformResponse {
  const pin = ownPin(pinterest, call, 'pins:write');
  call.effect(() => {
    if (!pinterest.store.pins.get(pin.id)) throw noPin();
    pinterest.store.pins.delete(pin.id);
    call.record({ kind: 'delete', platform_id: pin.id, text: pin.description ?? '' });
  });
  return { status: 204 };
}
