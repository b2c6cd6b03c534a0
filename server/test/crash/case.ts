import { newId } from '../../src/core/ids.ts';
import type { PlatformHttp } from '../../src/core/session.ts';
import type { FakeRequest, Item } from './account-items.ts';
import { CrashPlan, type Cut, Life } from './crash-points.ts';
import type { Call } from './faults.ts';
import { FakeAccount } from './platform.ts';
import type { Scenario } from './scenarios.ts';

export const TEXT = 'Hello, everyone';

/** A scenario cut at certain points, with a tenant of its own. */
export class Case {
  readonly scenario: Scenario;
  readonly tenantId = newId('ten');
  readonly workspaceId = newId('ws');
  readonly plan: CrashPlan;
  readonly accounts: { readonly id: string; readonly platformId: string; readonly fake: FakeAccount }[];
  /** Posts whose end is judged. */
  readonly postIds: string[] = [];
  /** Actions that carry the charge of an interaction. */
  readonly chargedIds: string[] = [];
  /** Actions that were done before the run. */
  readonly placedIds = new Set<string>();
  /** Actions of class D that a process died with, or that lost their answer, once the intent was committed. */
  readonly doubted = new Set<string>();
  /** Errors that the pipeline threw; there should be none. */
  readonly thrown: string[] = [];
  life: Life;
  /** Tells us of an item that a call made, before the call is answered. */
  echo: (item: Item) => Promise<void> = async () => {};

  constructor(scenario: Scenario, cuts: readonly Cut[], pass: (tenantId: string, seconds: number) => Promise<void>) {
    this.scenario = scenario;
    this.plan = new CrashPlan(cuts);
    this.life = new Life(this.plan);
    this.accounts = scenario.targets.map(({ traits }, index) => ({
      id: newId('acc'),
      platformId: `p${index}`,
      fake: new FakeAccount(traits, (seconds) => pass(this.tenantId, seconds)),
    }));
  }

  /** The platform's clocks after time was skipped. */
  skip(ms: number): void {
    for (const { fake } of this.accounts) fake.aheadMs += ms;
  }

  /** How connectors reach the account; each call is a point to die at. */
  http(platformId: string): PlatformHttp {
    const { life, echo } = this;
    const account = this.accounts.find((candidate) => candidate.platformId === platformId);
    if (account === undefined) throw new Error(`no account ${platformId}`);
    return life.http({
      async send({ url, body }) {
        const request = (body as { json: FakeRequest }).json;
        const { items } = account.fake;
        const known = items.length;
        const response = await account.fake.call(url.split('/').at(-1) as Call, request).finally(async () => {
          for (const item of items.slice(known)) await echo(item);
        });
        const { status, retryAfterSeconds, body: json } = response;
        const headers = {
          date: new Date(account.fake.told(account.fake.now())).toUTCString(),
          ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
        };
        return { status, headers, text: '', json };
      },
    });
  }
}
