import type { Config } from '../config/config.ts';
import { connectors } from '../connectors/index.ts';
import { type Connector, deliversComments } from '../core/connector.ts';
import type { Platform } from '../core/platforms.ts';
import { seedFirstWorkspace } from '../startup/seed.ts';
import { receiveComment, replyTo, writeComment } from './comments.ts';
import { api, deliveries, type Environment, eventually, expect, ledger, simulator, statusOf } from './environment.ts';
import { type Form, formsOf, targetFieldsOf } from './forms.ts';

const PLATFORMS = Object.keys(connectors);
const PUBLISHERS = PLATFORMS.filter((name) => abilityOf(name, (connector) => connector.publishing));
/** Platforms that deliver comments, and those that let us reply. */
const COMMENTED = PUBLISHERS.filter((name) => abilityOf(name, deliversComments));
const REPLYING = COMMENTED.filter((name) => abilityOf(name, (connector) => connector.comments?.reply));
const TEXT = 'Hello from Hubbub';

function abilityOf(name: string, read: (connector: Connector) => unknown): boolean {
  const connector = connectors[name as Platform];
  return connector !== undefined && Boolean(read(connector));
}

export interface Step {
  readonly name: string;
  readonly title: string;
  /** Runs the step, verifies it and returns a summary for the output. */
  run(environment: Environment, config: Config): Promise<string>;
}

export const connect: Step = {
  name: 'connect',
  title: 'The first workspace, its key and its accounts',
  async run(environment, config) {
    const { key, warning } = await seedFirstWorkspace(environment.service, config);
    expect(key !== undefined && warning === undefined, warning ?? 'no key was made');
    environment.key = key;
    environment.accounts = (await api(environment, 'GET', '/v1/accounts')).data;
    const { accounts } = await simulator(environment, 'GET', '/control/accounts');
    for (const platform of PLATFORMS) {
      expect(
        environment.accounts.some((account) => account.platform === platform),
        `no account on ${platform}`,
      );
      expect(
        accounts.some((account: { platform: string }) => account.platform === platform),
        `${platform} does not know the account`,
      );
    }
    for (const page of ['/docs', '/openapi.json', '/simulator/', '/health/ready']) {
      const status = await statusOf(environment, page);
      expect(status === 200, `${page} answered ${status}`);
    }
    return PLATFORMS.join(', ');
  },
};

const webhook: Step = {
  name: 'webhook',
  title: 'A receiver of events',
  async run(environment) {
    const events = ['post.published', 'comment.received'];
    const { id, secret } = await api(environment, 'POST', '/v1/webhooks', {
      url: 'https://simulator.test/receiver/demo',
      events,
    });
    await simulator(environment, 'PUT', '/receiver/demo', { secret });
    const [ping] = await deliveries(environment);
    expect(ping?.verified === true && ping.verified_compat === true, 'the ping was not signed with the secret');
    return `${id}, its ping verified`;
  },
};

const publish: Step = {
  name: 'publish',
  title: 'A text with media, published on every platform',
  async run(environment) {
    const { accounts } = await simulator(environment, 'GET', '/control/accounts');
    const posting = environment.accounts.filter(({ platform }) => PUBLISHERS.includes(platform));
    const targets = posting.map(({ id, platform }) => {
      const held = accounts.find((account: { platform: string }) => account.platform === platform);
      const [board] = held?.boards ?? [];
      return {
        account_id: id,
        ...(board === undefined ? {} : { board_id: board.id }),
        ...targetFieldsOf(formWithMedia(platform)),
      };
    });
    environment.post = await api(
      environment,
      'POST',
      '/v1/posts',
      { text: TEXT, targets, publish_now: true },
      'wait=30',
    );
    const posts = (await ledger(environment)).filter(({ kind }) => kind === 'post');
    for (const { platform, status, platform_post_id: id, error } of environment.post.targets) {
      expect(status === 'published', `${platform} is ${status}: ${error?.message ?? 'no error text'}`);
      const held = posts.filter((entry) => entry.platform === platform);
      expect(
        held.length === 1 && held[0]?.platform_id === id,
        `${platform} holds ${held.length} posts, not the one reported`,
      );
      const { media } = formWithMedia(platform);
      expect(held[0]?.text === TEXT, `${platform} holds another text`);
      expect(held[0].media.length === media.length, `${platform} holds ${held[0].media.length} media`);
    }
    expect(environment.post.targets.length === PUBLISHERS.length, 'a target is missing');
    return `${environment.post.id}, once in the ledger of each of ${PUBLISHERS.length} platforms`;
  },
};

/** The first form with media that the platform has: an image, or several, or a video. */
function formWithMedia(platform: string): Form {
  const connector = connectors[platform as Platform];
  const form = (connector === undefined ? [] : formsOf(connector)).find(({ media }) => media.length > 0);
  expect(form !== undefined, `${platform} takes no media`);
  return form;
}

const comment: Step = {
  name: 'comment',
  title: 'A comment by a visitor, on each platform that delivers them',
  async run(environment) {
    const { post } = environment;
    for (const { platform, account, platform_id: id } of await ledger(environment))
      if (COMMENTED.includes(platform)) await writeComment(environment, { platform, account }, id);
    environment.comments = await Promise.all(COMMENTED.map((name) => receiveComment(environment, name, post.id)));
    return `${environment.comments.length} comments in the inbox`;
  },
};

const reply: Step = {
  name: 'reply',
  title: 'A reply to each, on platforms that allow it',
  async run(environment) {
    const answered = environment.comments.filter(({ platform }) => REPLYING.includes(platform));
    await replyTo(environment, answered);
    return `${answered.length} replies, each once in the ledger`;
  },
};

const events: Step = {
  name: 'events',
  title: 'Signed events at the receiver',
  async run(environment) {
    const wanted = ['post.published', ...environment.comments.map(() => 'comment.received')].sort().join(' ');
    const received = await eventually(environment, async () => {
      const seen = (await deliveries(environment)).filter(
        ({ event, answered }) => event !== 'webhook.test' && answered === 200,
      );
      const names = seen
        .map(({ event }) => event)
        .sort()
        .join(' ');
      expect(names === wanted, `accepted: ${names || 'nothing'}; expected: ${wanted}`);
      return seen;
    });
    const ids = new Set(received.map(({ id }) => id));
    expect(ids.size === received.length, 'an event came twice');
    expect(
      received.every(({ verified, verified_compat: compat }) => verified === true && compat === true),
      'a signature could not be verified',
    );
    return `${received.length} events, all signatures verified`;
  },
};

/** The steps of the demo, after the start. */
export const steps: readonly Step[] = [connect, webhook, publish, comment, reply, events];
