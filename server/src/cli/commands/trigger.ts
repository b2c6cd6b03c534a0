import type { EventType } from '../../core/event.ts';
import { closest } from '../../lib/closest.ts';
import type { Scene } from '../../scenes/scene.ts';
import { SceneFailed } from '../../scenes/stage.ts';
import { operatorTokenOf } from '../../secrets/operator-token.ts';
import { readServiceRecord } from '../../startup/pid-file.ts';
import { CommandError, defineCommand, UsageError } from '../command.ts';
import { accessOptions, withTenant } from '../tenant/access.ts';
import { callApi, type Json } from '../tenant/api.ts';

export const trigger = defineCommand({
  name: 'trigger',
  summary: 'Make an event really happen on the simulator, for a test tenant',
  takes: ['event?'],
  example: 'comment.received --workspace acme',
  options: {
    ...accessOptions,
    account: { about: 'The id of the account to which it happens; default: one where it can happen', value: 'A' },
    text: { about: 'The words of the comment, message, review or post', value: 'T' },
    list: { about: 'List all events, and how each is caused' },
  },

  async run({ options, words: [word], config, note }) {
    const { sceneOf, TRIGGERS } = await import('../../scenes/scenes.ts');
    if (options.list) {
      const rows = TRIGGERS.map(({ type, scene }) => ({ event: type, ...aboutOf(scene) }));
      const text = rows.map(({ event, about, reason }) => `${event.padEnd(24)}${about ?? `Not by command: ${reason}`}`);
      return { text: text.join('\n'), json: rows };
    }
    const type = typeOf(
      word,
      TRIGGERS.map(({ type }) => type),
    );
    const scene = sceneOf(type);
    if (typeof scene === 'string') throw new CommandError(`${type} cannot be triggered. ${scene}`);
    if (options.key !== undefined && !options.key.startsWith('hub_test_'))
      throw new CommandError('trigger works for test tenants only. Give a test key (hub_test_…).');

    const { openStage } = await import('../tenant/stage.ts');
    return withTenant(config, options, 'all', async (access) => {
      const { data: accounts } = (await callApi(access, 'GET', '/v1/accounts')).body;
      const { data: items } = (await callApi(access, 'GET', '/v1/platforms')).body;
      const { world } = (await callApi(access, 'GET', '/v1/test/world')).body;
      const account = accountFor(type, scene, accounts, items, options.account);
      const simulator = {
        simulatorUrl:
          config.simulatorUrl ?? readServiceRecord(config.dataDir)?.simulator_url ?? `${access.url()}/simulator`,
        operatorToken: operatorTokenOf(config),
      };
      note(`${account.platform}  ${account.username}  ${account.id}: ${scene.about} …`);
      const stage = await openStage({ access, simulator, world, accounts, account, items, words: options.text, note });
      const event = await scene.play(stage).catch((error: unknown) => {
        throw error instanceof SceneFailed ? new CommandError(error.message) : error;
      });
      return { text: `${event.type}  ${event.id}  seq ${event.seq}  ${event.summary}`, json: event };
    });
  },
});

function aboutOf(scene: Scene | string): { about?: string; reason?: string } {
  return typeof scene === 'string' ? { reason: scene } : { about: scene.about };
}

function typeOf(word: string | undefined, types: readonly EventType[]): EventType {
  const all = 'All of them: npm run hubbub -- trigger --list';
  if (word === undefined) throw new UsageError(`trigger needs an event, such as comment.received. ${all}`);
  const type = types.find((one) => one === word);
  if (type !== undefined) return type;
  const guess = closest(word, types);
  throw new UsageError(
    `There is no event ${JSON.stringify(word)}. ${guess === undefined ? all : `Did you mean ${guess}?`}`,
  );
}

/** The account with the id, else the one where it is the simplest: told at once, without media. */
function accountFor(
  type: EventType,
  scene: Scene,
  accounts: readonly Json[],
  items: readonly Json[],
  id: string | undefined,
): Json {
  const itemOf = ({ platform }: Json) => items.find((item) => item.platform === platform);
  const suits = (account: Json) => account.status === 'active' && scene.suits(itemOf(account));
  if (id !== undefined) {
    const found = accounts.find((account) => account.id === id);
    if (found === undefined) throw new CommandError(`The tenant has no account ${JSON.stringify(id)}.`);
    if (!suits(found))
      throw new CommandError(
        `${type} cannot happen on ${itemOf(found).display_name}, or the account waits for a reconnection.`,
      );
    return found;
  }
  const effort = (account: Json) => {
    const { inbound, limits } = itemOf(account);
    return (inbound.includes('push') ? 0 : 2) + (limits.media.required ? 1 : 0);
  };
  const [best] = accounts.filter(suits).sort((one, other) => effort(one) - effort(other));
  if (best !== undefined) return best;
  const where = items.filter((item) => scene.suits(item)).map((item) => item.platform);
  throw new CommandError(
    `No connected account can have ${type}. It happens on: ${where.join(', ')}. Connect one: npm run hubbub -- accounts connect-simulated`,
  );
}
