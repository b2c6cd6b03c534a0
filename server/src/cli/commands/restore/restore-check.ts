import { suspensions } from '../../../suspensions/index.ts';
import { defineCommand } from '../../command.ts';
import { withStore } from '../../store.ts';
import { suspendedOptions, suspendedTenants } from './suspended-tenants.ts';

export const checkRestore = defineCommand({
  name: 'restore check',
  summary:
    'Look up again what suspended workspaces had not finished; for an import, after the old installation was stopped',
  example: '--workspace acme',
  options: suspendedOptions,

  async run({ config, options }) {
    return withStore(config, async ({ db }) => {
      const tenants = await suspendedTenants(db, options);
      const ids = tenants.map((tenant) => tenant.tenant_id);
      await db.system.transaction((tx) => suspensions.check(tx, ids));
      const names = [...new Set(tenants.map(({ workspace }) => workspace))];
      return {
        text: `The running service looks up ${names.join(', ')}. Then read: npm run hubbub -- restore report`,
        json: { workspaces: names },
      };
    });
  },
});
