import { keys } from '../../features/keys/index.ts';
import { defineCommand } from '../command.ts';
import { findKey, noActiveKey } from '../find-key.ts';
import { withStore } from '../store.ts';

export const revokeKey = defineCommand({
  name: 'keys revoke',
  summary: 'Revoke an API key',
  takes: ['id or key'],
  example: 'key_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  options: {},

  async run({ words: [idOrKey = ''], config }) {
    return withStore(config, async ({ db }) => {
      const { id, tenant_id: tenantId } = await findKey(db.system, idOrKey);
      if (!(await keys.revoke(db.tenant(tenantId), tenantId, id))) throw noActiveKey();
      return { text: 'Revoked. It stops working within a second.', json: { revoked: true } };
    });
  },
});
