import { holds } from '../../../holds/index.ts';
import { defineCommand } from '../../command.ts';
import { withStore } from '../../store.ts';
import { heldOptions, heldTenants } from './held-tenants.ts';

export const checkRestore = defineCommand({
  name: 'restore check',
  summary: 'Look up again what held workspaces had not finished; for an import, after the old installation was stopped',
  example: '--workspace acme',
  options: heldOptions,

  async run({ config, options }) {
    return withStore(config, async ({ db }) => {
      const tenants = await heldTenants(db, options);
      const ids = tenants.map((tenant) => tenant.tenant_id);
      await db.system.transaction((tx) => holds.check(tx, ids));
      const names = [...new Set(tenants.map(({ workspace }) => workspace))];
      return {
        text: `The running service looks up ${names.join(', ')}. Then read: npm run hubbub -- restore report`,
        json: { workspaces: names },
      };
    });
  },
});
