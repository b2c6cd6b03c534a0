import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { suspensions } from '../suspensions/index.ts';
import { MoveError } from './archive.ts';
import type { Source } from './import.repository.ts';
import * as moves from './import.repository.ts';

const LOOK_MS = 200;
/** Every process knows of the suspension after a second. Requests from before have this time to end. */
const SETTLE_MS = 3000;
/** No call of a platform and no upload takes longer. */
const WAIT_MINUTES = 15;

/** Holds a workspace for its export, and waits until what was under way has ended. It stays suspended. @throws MoveError */
export async function stopForMove({ system }: Database, { id, tenants }: Source): Promise<void> {
  const tenantIds = Object.values(tenants);
  const known = await suspensions.find(system, tenants.live);
  if (known !== undefined && known.reason !== 'export')
    throw new MoveError(
      `${id} is suspended after ${known.reason === 'restore' ? 'a restore' : 'an import'}. Resume it first.`,
    );
  if (known === undefined) {
    await system.transaction((tx) => suspensions.suspend(tx, tenantIds, { reason: 'export', since: new Date() }));
    await sleep(SETTLE_MS);
  }
  const deadline = Date.now() + WAIT_MINUTES * 60_000;
  while (await moves.isWorking(system, tenantIds)) {
    if (Date.now() > deadline)
      throw new MoveError(`${id} is suspended, but a worker of it has not ended. Repeat the command.`);
    await sleep(LOOK_MS);
  }
}
