import type { Worker } from '../../core/worker.ts';
import type { Database } from '../../db/database.ts';
import { record } from '../events/index.ts';
import * as held from './held.repository.ts';
import * as ends from './held-ending.repository.ts';
import { heldEvent } from './held-event.ts';

type Ending = Awaited<ReturnType<typeof ends.ending>>[number];
/** Both looks are cheap while little waits. The second one reads all of it, so it rests the longer the longer it took. */
const EVERY_MS = 1000;
const SHARE_MAX = 0.1;
const PAUSE_MS_MAX = 5000;

/**
 * Ends what still waits when its time came: a post is missed and can be approved later, a message expires with its window. What
 * nobody can carry out any more, because its account or item is gone, is withdrawn.
 */
export function createHeldWorker(db: Database): Worker<Ending> {
  let nextMs = 0;
  let nextGoneMs = 0;
  return {
    name: 'held',
    concurrency: 4,
    ownerOf: ({ tenant_id }) => tenant_id,
    async claim({ limit }) {
      const startedMs = performance.now();
      if (startedMs < nextMs) return [];
      nextMs = startedMs + EVERY_MS;
      const due = await ends.ending(db.system, limit);
      if (due.length > 0 || startedMs < nextGoneMs) return due;
      const lookedMs = performance.now();
      const gone = await ends.gone(db.system, limit);
      nextGoneMs = performance.now() + Math.min((performance.now() - lookedMs) / SHARE_MAX, PAUSE_MS_MAX);
      return gone;
    },
    async work({ tenant_id: tenantId, id }) {
      await db.tenant(tenantId).transaction(async (tx) => {
        const known = await held.byId(tx, tenantId, id);
        if (known === undefined) return;
        if (known.post_id !== null) await held.lockPost(tx, tenantId, known.post_id);
        const row = await ends.lockEnding(tx, tenantId, id);
        if (row === undefined) return;
        const state = row.is_gone ? 'withdrawn' : row.kind === 'post' ? 'missed' : 'expired';
        await held.end(tx, tenantId, id, { state, by: undefined });
        if (row.post_id !== null) await held.notePosts(tx, tenantId, [row.post_id]);
        if (row.post_id !== null && row.kind === 'post' && row.is_gone) await held.unplan(tx, tenantId, row.post_id);
        await record(tx, tenantId, [heldEvent(row, state)]);
      });
    },
  };
}
