import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Runner, toStatement } from '../../src/db/query.ts';
import { isSuspended } from '../../src/db/suspended.ts';
import { leases } from '../../src/engine/index.ts';
import * as tokens from '../../src/features/accounts/token.repository.ts';
import * as readings from '../../src/features/analytics/readings.repository.ts';
import * as exported from '../../src/features/exports/worker/job.repository.ts';
import * as deliveries from '../../src/features/webhooks/delivery/claims.repository.ts';
import * as replays from '../../src/features/webhooks/replays/replay.repository.ts';
import { addHook } from '../../src/features/webhooks/webhooks.fixture.ts';
import * as polling from '../../src/inbound/polling.repository.ts';
import { type Body, startTestService, type TestService, type TestWorkspace } from '../harness.ts';

const ACCOUNTS = 3000;

let service: TestService;
let ws: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ POLL_SECONDS: '3600' });
  ws = await service.workspace();
  await addHook(ws);
});
afterAll(() => service?.close());

const CLAIM = { limit: 10, leaseSeconds: 30, running: new Map<string, number>() };

/** The claims of work that is seen outside. */
const CLAIMS: Readonly<Record<string, (system: Runner) => Promise<unknown>>> = {
  actions: (system) => leases.claim(system, 100, 30),
  'throttled actions': (system) => leases.claimExpired(system, 100, 30),
  deliveries: (system) => deliveries.lockDueQueues(system, 100, [], []),
  replays: (system) => replays.claim(system, CLAIM),
  exports: (system) => exported.claim(system, CLAIM),
  tokens: (system) => tokens.claim(system, CLAIM),
  polling: (system) => polling.claim(system, CLAIM),
  metrics: (system) => readings.claim(system, CLAIM),
};

const GATE = toStatement({ expressionType: undefined, compile: (compiler) => isSuspended('x').compile(compiler) }).text;
const ANY_GATE = new RegExp(GATE.replaceAll(/[()]/g, '\\$&').replace('"x"', '"\\w+"'), 'g');

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Loops': number;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
/** The parts of a plan that read no holds. */
function shapeOf(node: Node): string[] {
  const isOfGate = node['Relation Name'] === 'holds';
  const own = [node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean).join(' ');
  return [...(isOfGate ? [] : [own]), ...(node.Plans ?? []).flatMap(shapeOf)];
}

/** The planner chooses these by estimates alone, which a gate changes. The paths to the rows remain. */
const CHOICES = ['hashjoin', 'mergejoin', 'material', 'memoize', 'sort'];

/**
 * Plans the last statement of a claim among many due accounts without its gate, plans and runs it with its gate, and
 * takes everything back.
 */
async function plansOf(claim: (system: Runner) => Promise<unknown>): Promise<{ gated: Node; ungated: Node }> {
  let plans: { gated: Node; ungated: Node } | undefined;
  const back = new Error('taken back');
  await service.app.db.system
    .transaction(async (tx) => {
      const text = (words: string) => ({ expressionType: undefined, compile: () => ({ sql: words, parameters: [] }) });
      await tx.run(text('set local random_page_cost = 1.1'));
      for (const choice of CHOICES) await tx.run(text(`set local enable_${choice} = off`));
      await tx.run(
        text(`
        insert into accounts (tenant_id, id, brand_id, platform, platform_id, name, username, credentials, next_due_at)
        select '${ws.tenantId}', 'acc_' || n, 'brand_1', 'mastodon', n, 'n', 'n', 'x', now() - n * interval '1 ms' from generate_series(1, ${ACCOUNTS}) n`),
      );
      await tx.run(
        text(`
        insert into actions (tenant_id, id, account_id, platform, kind, input, due_at, status)
        select '${ws.tenantId}', 'act_' || n, 'acc_' || n, 'mastodon', 'publish', '{}', now(), 'pending' from generate_series(1, ${ACCOUNTS}) n`),
      );
      const explain: Runner['run'] = async (query) => {
        const { text: words, values } = toStatement(query);
        if (!ANY_GATE.test(words)) return tx.run(query);
        ANY_GATE.lastIndex = 0;
        const plan = async (sql: string): Promise<Node> => {
          const compile = () => ({ sql, parameters: values });
          const [row] = await tx.run<Body>({ expressionType: undefined, compile });
          return row['QUERY PLAN'][0].Plan;
        };
        plans = {
          ungated: await plan(`explain (format json) ${words.replaceAll(ANY_GATE, 'false')}`),
          gated: await plan(`explain (analyze, timing off, format json) ${words}`),
        };
        return [];
      };
      await claim({ run: explain, first: async (query) => (await explain(query))[0] });
      throw back;
    })
    .catch((error: unknown) => {
      if (error !== back) throw error;
    });
  if (plans === undefined) throw new Error('the claim has no gate');
  return plans;
}

test.each(Object.entries(CLAIMS))(
  'while nothing is suspended, the claim of %s only looks once at the empty holds',
  async (_name, claim) => {
    const { gated, ungated } = await plansOf(claim);
    const looks = nodesOf(gated).filter((node) => node['Relation Name'] === 'holds');
    expect(looks.length).toBeGreaterThan(1);
    // At most one look at whether there is a row, and no look for a tenant.
    for (const { 'Actual Loops': loops } of looks) expect(loops).toBeLessThanOrEqual(1);
    expect(looks.reduce((sum, { 'Actual Loops': loops }) => sum + loops, 0)).toBeLessThanOrEqual(1);
    expect(shapeOf(gated)).toEqual(shapeOf(ungated));
  },
);

test('among many due accounts, the claim of throttled actions reads none while nothing is throttled', async () => {
  const { gated } = await plansOf((system) => leases.claimExpired(system, 100, 30));
  const scans = nodesOf(gated).filter((node) => node['Relation Name'] === 'accounts');
  expect(scans.length).toBeGreaterThan(0);
  for (const scan of scans) expect(scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)).toBe(0);
});
