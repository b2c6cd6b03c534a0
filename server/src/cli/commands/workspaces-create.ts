import { z } from 'zod';
import { PLAN_NAMES } from '../../core/billing/plans.ts';
import { keys } from '../../features/keys/index.ts';
import { WorkspaceName, workspaces } from '../../features/workspaces/index.ts';
import { compact } from '../../lib/compact.ts';
import { defineCommand, UsageError } from '../command.ts';
import { withStore } from '../store.ts';

export const createWorkspace = defineCommand({
  name: 'workspaces create',
  summary: 'Make a workspace; its keys are printed only now',
  example: '--name acme --plan pro',
  options: {
    name: { about: 'Its name', value: 'N', isRequired: true },
    email: { about: 'The e-mail address of its owner', value: 'E' },
    plan: { about: 'Its plan; default: DEFAULT_PLAN', value: 'P', oneOf: PLAN_NAMES },
  },

  async run({ options: { name, email, plan }, config }) {
    if (email !== undefined && !z.email().max(320).safeParse(email).success)
      throw new UsageError(`--email must be an e-mail address, not ${JSON.stringify(email)}.`);
    const [fault] = WorkspaceName.safeParse(name).error?.issues ?? [];
    if (fault !== undefined) throw new UsageError(`--name ${fault.message}.`);
    return withStore(config, async (store) => {
      const { system } = store.db;
      const workspace = await workspaces.create(system, name, plan ?? config.defaultPlan, email);
      const [live, test] = [
        await workspaces.tenantOf(system, workspace.id, 'live'),
        await workspaces.tenantOf(system, workspace.id, 'test'),
      ];
      const liveKey = (await keys.create(system, live, 'live', 'first', { cell: config.cell })).rawKey;
      const testKey = (await keys.create(system, test, 'test', 'first', { cell: config.cell })).rawKey;
      // The keys are shown only here, so they are printed even when the simulator fails.
      const { connectAll } = await import('../connect.ts');
      const { accounts, problem } = await connectAll(config, store, test);
      const text = [
        `Workspace  ${workspace.id}  ${JSON.stringify(name)}  ${workspace.plan}`,
        `Live key   ${liveKey}`,
        `Test key   ${testKey}`,
        'Store the keys now; they are not shown again.',
        ...accounts.map(({ id, platform, username }) => `Connected  ${id}  ${platform}  ${username}`),
        ...(problem === undefined ? [] : [`No simulated accounts: ${problem}`]),
      ].join('\n');
      return {
        text,
        json: {
          ...workspace,
          ...compact({ email }),
          live_key: liveKey,
          test_key: testKey,
          accounts,
          ...(problem === undefined ? {} : { warning: problem }),
        },
      };
    });
  },
});
