import type { Worker } from '../../core/worker.ts';
import type { Database } from '../../db/database.ts';
import { record } from '../events/index.ts';
import * as held from './held.repository.ts';
import { heldEvent } from './held-event.ts';

interface Ending {
  readonly tenant_id: string;
  readonly id: string;
}

const EVERY_MS = 2000;

/** Ends what still waits when its time came: a post is missed and can be approved later, a message expires with its window. */
export function createHeldWorker(db: Database): Worker<Ending> {
  let nextMs = 0;
  return {
    name: 'held',
    concurrency: 4,
    ownerOf: ({ tenant_id }) => tenant_id,
    async claim({ limit }) {
      if (performance.now() < nextMs) return [];
      nextMs = performance.now() + EVERY_MS;
      return held.ending(db.system, limit);
    },
    async work({ tenant_id: tenantId, id }) {
      await db.tenant(tenantId).transaction(async (tx) => {
        const known = await held.byId(tx, tenantId, id);
        if (known === undefined) return;
        if (known.post_id !== null) await held.lockPost(tx, tenantId, known.post_id);
        const row = await held.lockEnding(tx, tenantId, id);
        if (row === undefined) return;
        const state = row.kind === 'post' ? 'missed' : 'expired';
        await held.end(tx, tenantId, id, { state, by: undefined });
        if (row.post_id !== null) await held.notePosts(tx, tenantId, [row.post_id]);
        await record(tx, tenantId, [heldEvent(row, state)]);
      });
    },
  };
}
