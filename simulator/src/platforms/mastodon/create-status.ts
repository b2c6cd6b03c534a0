import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { deliver } from './deliver.ts';
import { type Draft, readDraft } from './draft.ts';
import { entities } from './entities.ts';
import { failure, notFound } from './errors.ts';
import { me, visibleStatus } from './own.ts';
import { serverOf } from './servers.ts';
import { isAnswer, type StatusRow, type Store } from './store.ts';

/** The same Idempotency-Key of an account gives the first status for this long. */
const idempotencyMs = 60 * 60 * 1000;

/** https://docs.joinmastodon.org/methods/statuses/#create */
export function createStatus(store: Store, call: Call): PlatformResponse {
  if (call.input('scheduled_at')) return failure(422, 'Scheduled statuses are not simulated');
  const { clock } = store.world;
  const key = call.headers['idempotency-key'];
  const remembered = key && serverOf(call.account).keepsKeys && store.idempotency.get(`${me(call)}:${key}`);
  if (remembered && remembered.until > clock.now()) {
    const first = store.statuses.get(remembered.status);
    return first ? json(entities(store, call).status(first)) : notFound();
  }
  const read = readDraft(store, call);
  if ('rejection' in read) return read.rejection;
  const parentId = call.input('in_reply_to_id');
  const parent = parentId ? visibleStatus(store, call, parentId) : undefined;
  if (parentId && !parent) return failure(404, 'The post you are trying to reply to does not appear to exist.');

  const status = call.effect(() => {
    const row = newStatus(store, call, read.draft, parent);
    deliver(store, row);
    attachMedia(store, row);
    if (key) store.idempotency.put(`${me(call)}:${key}`, { status: row.id, until: clock.now() + idempotencyMs });
    call.record({
      kind: row.visibility === 'direct' ? 'message' : isAnswer(row) ? 'reply' : 'post',
      platform_id: row.id,
      text: row.text,
      media: ledgerMedia(store, row),
      ...(parent ? { in_reply_to: parent.id } : {}),
      ...(key ? { key } : {}),
    });
    return row;
  });
  return json(entities(store, call).status(status));
}

function newStatus(store: Store, call: Call, draft: Draft, parent: StatusRow | undefined): StatusRow {
  const id = store.newId();
  const app = store.apps.where('client_id', call.token?.client_id ?? '')[0] ?? store.world.app;
  return {
    ...draft,
    id,
    author: me(call),
    in_reply_to_id: parent?.id ?? null,
    in_reply_to_account_id: parent?.author ?? null,
    thread: parent?.thread ?? id,
    favourited_by: [],
    application: { name: app.name, website: null },
    created_at: store.world.clock.now(),
    edited_at: null,
    edits: [],
    visible_at: call.visibleAt(),
  };
}

export function attachMedia(store: Store, status: StatusRow): void {
  for (const id of status.media) {
    const row = store.media.get(id);
    if (row) store.media.put(id, { ...row, status: status.id });
  }
}

export function ledgerMedia(store: Store, status: StatusRow) {
  return status.media
    .flatMap((id) => store.media.get(id) ?? [])
    .map(({ type, url, description }) => ({ type, url, ...(description === null ? {} : { alt: description }) }));
}
