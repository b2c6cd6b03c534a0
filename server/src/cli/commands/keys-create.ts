import { z } from 'zod';
import { ApiError } from '../../core/errors.ts';
import { assertLimits, KeyFields, keys, toLimits } from '../../features/keys/index.ts';
import { workspaces } from '../../features/workspaces/index.ts';
import { defineCommand, UsageError } from '../command.ts';
import { findWorkspace, workspaceOption } from '../find-workspace.ts';
import { withStore } from '../store.ts';

const Options = z.object(KeyFields);

/** The options that set fields of another name. */
const OPTIONS: Readonly<Record<string, string>> = {
  name: '--name',
  scopes: '--scopes',
  brand_ids: '--brands',
  expires_at: '--expires',
  allowed_ips: '--allowed-ips',
};

export const createKey = defineCommand({
  name: 'keys create',
  summary: 'Make an API key; it is printed only now',
  example: '--workspace acme --mode test --scopes posts:read,posts:write',
  options: {
    workspace: workspaceOption,
    mode: {
      about: 'The environment of the workspace that it opens',
      value: 'M',
      isRequired: true,
      oneOf: ['test', 'live'],
    },
    name: { about: 'The name of the key', value: 'N' },
    scopes: { about: 'What it may do, such as posts:read,posts:write; default: everything', value: 'S,…' },
    brands: { about: 'The ids of the brands that it reaches; default: all', value: 'B,…' },
    expires: { about: 'When it ends by itself, such as 2030-01-31; default: never', value: 'T' },
    'can-approve': { about: 'It may decide about what waits for a person' },
    'allowed-ips': { about: 'Addresses and CIDR blocks that it may be used from; default: any', value: 'A,…' },
  },

  async run({ options, config }) {
    const { workspace: word, mode, name } = options;
    const limits = limitsOf(options);
    const trust = { ...keys.TRUSTED, canApprove: options['can-approve'] === true };
    return withStore(config, async ({ db }) => {
      const workspace = await findWorkspace(db.system, word);
      const tenantId = await workspaces.tenantOf(db.system, workspace.id, mode);
      const tenant = db.tenant(tenantId);
      await assertLimits(tenant, tenantId, limits).catch((error) => {
        throw error instanceof ApiError ? new UsageError(inOptions(error.message)) : error;
      });
      const { row, rawKey } = await keys.create(tenant, tenantId, mode, name ?? 'cli', {
        limits,
        trust,
        cell: config.cell,
      });
      const text = [`Key  ${rawKey}`, `Id   ${row.id}`, 'Store the key now; it is not shown again.'].join('\n');
      return { text, json: { id: row.id, key: rawKey, mode, workspace_id: workspace.id } };
    });
  },
});

interface Words {
  readonly name?: string | undefined;
  readonly scopes?: string | undefined;
  readonly brands?: string | undefined;
  readonly expires?: string | undefined;
  readonly 'allowed-ips'?: string | undefined;
}

/** The limits that the options name. Throws UsageError for the first word that is none. */
function limitsOf({ name = 'cli', scopes, brands, expires, 'allowed-ips': addresses }: Words): keys.KeyLimits {
  const { data, error } = Options.safeParse({
    name,
    scopes: wordsOf(scopes),
    brand_ids: wordsOf(brands),
    expires_at: expires,
    allowed_ips: wordsOf(addresses),
  });
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) throw new UsageError(inOptions(`${String(issue.path[0])} ${issue.message}.`));
  return { ...keys.UNLIMITED, ...toLimits(data ?? {}) };
}

/** The same sentence with the names of options instead of the API's fields. */
function inOptions(message: string): string {
  return message.replace(/^\w+/, (word) => OPTIONS[word] ?? word);
}

function wordsOf(list: string | undefined): string[] | undefined {
  return list?.split(',').map((word) => word.trim());
}
