import { json } from '../../core/answer.ts';
import type { Answer, Call } from '../../core/platform.ts';
import { attachMedia, ledgerMedia } from './create-status.ts';
import { notify, withdraw } from './deliver.ts';
import { isTrue, readDraft } from './draft.ts';
import { entities } from './entities.ts';
import { notFound } from './errors.ts';
import { me, ownStatus, visibleStatus } from './own.ts';
import { isPerson, type StatusRow, type Store } from './store.ts';

/** https://docs.joinmastodon.org/methods/statuses/#edit */
export function editStatus(store: Store, call: Call): Answer {
  const before = ownStatus(store, call);
  if (!before) return notFound();
  const read = readDraft(store, call, before);
  if ('refusal' in read) return read.refusal;
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
    redescribeMedia(store, call, after);
    call.record({ kind: 'edit', platform_id: after.id, text: after.text, media: ledgerMedia(store, after) });
  });
  return json(entities(store, call).status(after));
}

/** `media_attributes` changes descriptions of media that are posted already: `[{ id, description }]`. */
function redescribeMedia(store: Store, call: Call, status: StatusRow): void {
  const changes = Array.isArray(call.body.media_attributes) ? call.body.media_attributes : [];
  for (const { id, description } of changes as { id?: unknown; description?: unknown }[]) {
    const row = store.media.get(String(id));
    if (row && status.media.includes(row.id) && typeof description === 'string')
      store.media.put(row.id, { ...row, description });
  }
}

/** The answer carries the plain text, so that the status can be written again. */
export function deleteStatus(store: Store, call: Call): Answer {
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

export function favouriteStatus(store: Store, call: Call, isWanted: boolean): Answer {
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
    call.record({ kind: isWanted ? 'favourite' : 'unfavourite', platform_id: after.id });
  });
  return show(after);
}
