import { setTimeout as sleep } from 'node:timers/promises';
import { callControl, callSimulator, type SimulatorControl } from '../../sandbox/simulator-control.ts';
import { canPublishText } from '../../scenes/post.ts';
import { SceneFailed, type Stage } from '../../scenes/stage.ts';
import { visit } from '../../scenes/visitor.ts';
import type { TenantAccess } from './access.ts';
import { callApi, type Json, newestSeq } from './api.ts';

const WAIT_MS = 180_000;
const LOOK_MS = 300;
/** The service is asked so often to read where nothing is pushed. */
const READ_MS = 5000;

export interface StageOptions {
  readonly access: TenantAccess;
  readonly simulator: SimulatorControl;
  /** The id of the tenant's world. */
  readonly world: string;
  readonly accounts: readonly Json[];
  readonly account: Json;
  readonly items: readonly Json[];
  readonly words: string | undefined;
  readonly note: (text: string) => void;
}

export async function openStage({
  access,
  simulator,
  world,
  accounts,
  account,
  items,
  words,
  note,
}: StageOptions): Promise<Stage> {
  const before = await newestSeq(access);
  const itemOf = ({ platform }: Json) => items.find((item) => item.platform === platform);
  const control: Stage['control'] = (method, path, json) => callControl<Json>(simulator, world, method, path, json);

  /** The name under which the platform knows the account. */
  async function nameOf({ platform, username, name }: Json): Promise<string> {
    const { accounts: held } = await control('GET', `accounts?platform=${platform}`);
    const found = held.find((one: Json) => one.username === username) ?? held.find((one: Json) => one.name === name);
    if (found === undefined)
      throw new SceneFailed(`The simulator does not know the account ${username}. Give another one with --account.`);
    return found.platform_id;
  }

  return {
    account,
    item: itemOf(account),
    text: words ?? `Sent by trigger at ${new Date().toISOString()}`,
    other() {
      const found = accounts.find((one) => one.id !== account.id && canPublishText(itemOf(one)));
      if (found === undefined) throw new SceneFailed('This needs a second account that publishes texts.');
      return found;
    },
    api: (method, path, json) => callApi(access, method, path, json),
    control,
    async receiver(name, behaviour) {
      await callSimulator(simulator, 'PUT', `${world}/receiver/${name}/behaviour`, behaviour);
    },
    does: async (action, fields) =>
      visit(control, { platform: account.platform, account: await nameOf(account) }, action, fields),
    async faulty(fault, work) {
      const { platform } = account;
      const set = { platform, account: await nameOf(account), operation: 'publish', ...fault };
      const { id } = await control('POST', 'faults', set);
      // A fault that met nobody would wait for the next publication.
      return work().finally(() => control('DELETE', `faults/${id}`).catch(() => {}));
    },
    async arrives(type, isIt, readNow) {
      const deadline = performance.now() + WAIT_MS;
      let readAt = performance.now() + READ_MS;
      let isNoted = false;
      for (;;) {
        const { body } = await callApi(access, 'GET', `/v1/events?after=${before}&limit=100&action=${type}`);
        const found = body.data.find(isIt);
        if (found !== undefined) return found;
        if (performance.now() > deadline)
          throw new SceneFailed(`It happened on the platform, but no ${type} arrived within ${WAIT_MS / 1000} s.`);
        if (performance.now() > readAt) {
          if (!isNoted) note(`Waiting for ${type}. The service reads some platforms only now and then.`);
          isNoted = true;
          await readNow?.();
          readAt = performance.now() + READ_MS;
        }
        await sleep(LOOK_MS);
      }
    },
  };
}
