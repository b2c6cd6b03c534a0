import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConnection } from '@hubbub/embedded-postgres';
import { inject } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { keys } from '../../src/features/keys/index.ts';
import { secretsKeyOf } from '../../src/secrets/secrets-file.ts';
import { copyInitialisedFolder } from '../initialised-folder.ts';
import { freePort } from '../kill/child-process.ts';
import { openCustomer } from '../kill/customer.ts';
import { randomOf } from '../kill/plan.ts';
import { startPlatforms } from '../kill/platforms.ts';
import { inFolder, stopEmbedded } from '../kill/prove.ts';
import { serviceProcess } from '../kill/service.ts';
import { bearer, plainClient } from './plain-client.ts';
import { walk } from './walk.ts';
import { furnish, type HeldWorld, PLATFORMS, passOf } from './world.ts';

const WORLDS = 3;
/** A kill comes so long after the service is ready, at most. */
const LIFE_MS_MAX = 2500;

export interface Killed {
  readonly histories: number;
  readonly problems: readonly string[];
}

/** Kills a service as its user runs it, with SIGKILL at random times, while histories run in three workspaces. */
export async function killsDuringHistories(kills: number, seed: number): Promise<Killed> {
  return inFolder(async (folder, onClose) => {
    const simulator = await startPlatforms(join(folder, 'platforms'));
    onClose(simulator.stop);
    const dataDir = join(folder, 'data');
    copyInitialisedFolder(inject('initialisedFolder'), dataDir);
    const env = { LEASE_SECONDS: '5' };
    const service = serviceProcess({ port: await freePort(), dataDir, simulatorUrl: simulator.url, env });
    onClose(() => stopEmbedded(dataDir));
    onClose(service.end);
    await service.start();
    const databaseUrl = (await readConnection(dataDir))?.url as string;
    const db = openDatabase({ url: databaseUrl, connectionsMax: 4, log: () => {} });
    onClose(() => db.close());

    const enter = async (): Promise<HeldWorld> => {
      const serviceUrl = () => service.url;
      const customer = await openCustomer({ simulator, databaseUrl, secretsKey: secretsKeyOf(dataDir), serviceUrl });
      onClose(customer.close);
      for (const platform of PLATFORMS) await customer.connect(platform as never);
      const { tenantId, platforms } = customer;
      const clientOf = async (sending: 'held' | 'direct', canApprove: boolean) => {
        const trust = { sending, canApprove, agentsDirect: false };
        const { rawKey } = await keys.create(db.system, tenantId, 'test', 'somebody', { trust });
        return plainClient(service.url, bearer(rawKey), { isRepeated: true });
      };
      return furnish({
        ...platforms,
        tenantId,
        hasPersons: false,
        actors: {
          owner: await clientOf('direct', false),
          planner: await clientOf('held', false),
          mine: await clientOf('held', false),
          lead: await clientOf('direct', true),
          second: await clientOf('direct', true),
        },
        sql: (text, values) => customer.sql(text, values),
        pass: passOf(db, tenantId),
      });
    };

    const worlds = await Promise.all(Array.from({ length: WORLDS }, enter));
    const problems: string[] = [];
    let histories = 0;
    let isOver = false;
    const walking = worlds.map(async (world, index) => {
      for (let number = 0; !isOver; number += 1) {
        const wrong = await walk(world, `k${index}-${number}`, seed + index * 1000 + number);
        histories += 1;
        if (wrong !== undefined) problems.push(wrong);
      }
    });
    const random = randomOf(seed);
    const killing = async () => {
      for (let killed = 0; killed < kills; killed += 1) {
        await sleep(random() * LIFE_MS_MAX);
        await service.kill();
        await service.start();
      }
    };
    await Promise.race([killing(), Promise.all(walking)]).finally(() => {
      isOver = true;
    });
    await Promise.all(walking);
    return { histories, problems };
  });
}
