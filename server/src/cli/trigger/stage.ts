import { setTimeout as sleep } from 'node:timers/promises';
import type { EventType } from '../../core/event.ts';
import { callControl, callSimulator, type SimulatorControl } from '../../sandbox/simulator-control.ts';
import { CommandError } from '../command.ts';
import type { TenantAccess } from '../tenant/access.ts';
import { type ApiAnswer, callApi, type Json, newestSeq } from '../tenant/api.ts';

const WAIT_MS = 180_000;
const LOOK_MS = 300;
/** The service is asked so often to read where nothing is pushed. */
const READ_MS = 5000;

/** One account of a test tenant, the people on its platform, and the tenant's log. */
export interface Stage {
  readonly account: Json;
  /** The item of `GET /v1/platforms`. */
  readonly item: Json;
  /** Another account that can publish. Throws CommandError when there is none. */
  readonly other: () => Json;
  /** The words of what is written: those of the caller, or some that nobody has written yet. */
  readonly text: string;
  api(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, json?: unknown): Promise<ApiAnswer>;
  control(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: unknown): Promise<Json>;
  /** How a receiver of the simulator answers from now on. */
  receiver(name: string, behaviour: Readonly<Record<string, unknown>>): Promise<void>;
  /** Does to the account what somebody on the platform can do. */
  does(action: string, fields?: Readonly<Record<string, unknown>>): Promise<Json>;
  /** Lets the platform answer the account's next publication so. */
  faulty<T>(fault: Readonly<Record<string, unknown>>, work: () => Promise<T>): Promise<T>;
  /** The event of the log that came since the start. `readNow` makes the service read from a platform that it polls. */
  arrives(type: EventType, isIt: (event: Json) => boolean, readNow?: () => Promise<unknown>): Promise<Json>;
}

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
      throw new CommandError(`The simulator does not know the account ${username}. Give another one with --account.`);
    return found.platform_id;
  }

  return {
    account,
    item: itemOf(account),
    text: words ?? `Sent by trigger at ${new Date().toISOString()}`,
    other() {
      const found = accounts.find((one) => one.id !== account.id && canPublishText(itemOf(one)));
      if (found === undefined) throw new CommandError('This needs a second account that publishes texts.');
      return found;
    },
    api: (method, path, json) => callApi(access, method, path, json),
    control,
    async receiver(name, behaviour) {
      await callSimulator(simulator, 'PUT', `${world}/receiver/${name}/behaviour`, behaviour);
    },
    async does(action, fields = {}) {
      const { platform } = account;
      return control('POST', 'strangers', { platform, account: await nameOf(account), action, ...fields });
    },
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
          throw new CommandError(`It happened on the platform, but no ${type} arrived within ${WAIT_MS / 1000} s.`);
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

/** Whether a text alone makes a post there. */
export function canPublishText(item: Json): boolean {
  const { media, title } = item.limits;
  return item.capabilities.publish && !media.required && !title.required && !item.capabilities.boards;
}
