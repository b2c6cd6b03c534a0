import { keys } from '../../features/keys/index.ts';
import { defineCommand } from '../command.ts';
import { findKey, noActiveKey } from '../find-key.ts';
import { withStore } from '../store.ts';

export const rotateKey = defineCommand({
  name: 'keys rotate',
  summary: 'Replace the secret of an API key; the new one is printed only now',
  takes: ['id or key'],
  example: 'key_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  options: {},

  async run({ words: [idOrKey = ''], config }) {
    return withStore(config, async ({ db }) => {
      const { id, tenant_id: tenantId, mode, workspace_id } = await findKey(db.system, idOrKey);
      const rawKey = await db.tenant(tenantId).transaction(async (tx) => {
        if ((await keys.lock(tx, tenantId, id))?.state !== 'active') throw noActiveKey();
        return (await keys.replaceSecret(tx, tenantId, { id, mode, cell: config.cell })).rawKey;
      });
      const text = [
        `Key  ${rawKey}`,
        `Id   ${id}`,
        'Store the key now; it is not shown again. The old one stops working within a second.',
      ].join('\n');
      return { text, json: { id, key: rawKey, mode, workspace_id } };
    });
  },
});
