import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { attachMedia, ledgerMedia } from './create-status.ts';
import { notify, withdraw } from './deliver.ts';
import { type Draft, isTrue, readDraft } from './draft.ts';
import { entities } from './entities.ts';
import { notFound } from './errors.ts';
import { me, ownStatus, visibleStatus } from './own.ts';
import { isPerson, type MediaRow, type StatusRow, type Store } from './store.ts';

/** https://docs.joinmastodon.org/methods/statuses/#edit; an edit that changes nothing is none. */
export function editStatus(store: Store, call: Call): PlatformResponse {
  const before = ownStatus(store, call);
  if (!before) return notFound();
  const read = readDraft(store, call, before);
  if ('rejection' in read) return read.rejection;
  if (isSame(before, read.draft) && newDescriptions(store, call, read.draft.media).length === 0)
    return json(entities(store, call).status(before));
  const { text, spoiler_text, edited_at, created_at } = before;
  const after: StatusRow = {
    ...before,
    ...read.draft,
    edited_at: store.world.clock.now(),
    edits: [...before.edits, { text, spoiler_text, at: edited_at ?? created_at }],
  };
  call.effect(() => {
    store.statuses.put(after.id, after);
    attachMedia(store, after);
    for (const row of newDescriptions(store, call, after.media)) store.media.put(row.id, row);
    call.record({ kind: 'edit', platform_id: after.id, text: after.text, media: ledgerMedia(store, after) });
  });
  return json(entities(store, call).status(after));
}

function isSame(before: StatusRow, draft: Draft): boolean {
  const names = Object.keys(draft) as (keyof Draft)[];
  return names.every((name) => JSON.stringify(before[name]) === JSON.stringify(draft[name]));
}

/** `media_attributes` changes descriptions of media that are posted already: `[{ id, description }]`. */
function newDescriptions(store: Store, call: Call, media: readonly string[]): MediaRow[] {
  const changes = Array.isArray(call.body.media_attributes) ? call.body.media_attributes : [];
  return (changes as { id?: unknown; description?: unknown }[]).flatMap(({ id, description }) => {
    const row = store.media.get(String(id));
    if (!row || !media.includes(row.id) || typeof description !== 'string') return [];
    return row.description === description ? [] : [{ ...row, description }];
  });
}

/** The response carries the plain text, so that the status can be written again. */
export function deleteStatus(store: Store, call: Call): PlatformResponse {
  const status = ownStatus(store, call);
  if (!status) return notFound();
  const shown = { ...entities(store, call).status(status), text: status.text };
  const isMediaDeleted = isTrue(call.input('delete_media')) ?? false;
  call.effect(() => {
    withdraw(store, status);
    for (const id of status.media) {
      const row = store.media.get(id);
      if (row && isMediaDeleted) store.media.delete(id);
      else if (row) store.media.put(id, { ...row, status: null });
    }
    call.record({ kind: 'delete', platform_id: status.id, text: status.text });
  });
  return json(shown);
}

export function favouriteStatus(store: Store, call: Call, isWanted: boolean): PlatformResponse {
  const status = visibleStatus(store, call);
  if (!status) return notFound();
  const show = (row: StatusRow) => json(entities(store, call).status(row));
  if (status.favourited_by.includes(me(call)) === isWanted) return show(status);
  const others = status.favourited_by.filter((id) => id !== me(call));
  const after = { ...status, favourited_by: isWanted ? [...others, me(call)] : others };
  call.effect(() => {
    store.statuses.put(after.id, after);
    const author = store.profile(after.author);
    const isNews = isWanted && author !== undefined && !isPerson(author) && after.author !== me(call);
    if (isNews) notify(store, after.author, 'favourite', after, me(call));
    call.record({ kind: isWanted ? 'like' : 'unlike', platform_id: after.id });
  });
  return show(after);
}
