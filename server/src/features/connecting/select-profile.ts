import { z } from 'zod';
import type { Connector } from '../../core/connector.ts';
import { invalid, missing } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { accounts } from '../accounts/index.ts';
import { brands } from '../brands/index.ts';
import { connectorNamed } from '../platforms/index.ts';
import { countUnapproved } from '../posts/index.ts';
import { type ConnectContext, ConnectedAccounts, exampleConnected, type Login } from './connection.ts';
import { ConnectionId, openPending } from './get-pending-connection.ts';
import { connectLogins } from './login/connect-login.ts';
import { consumePending, type Pending } from './pending-connection.repository.ts';
import { toPages } from './pending-connection.ts';

const output = ConnectedAccounts.partial();

interface Chosen {
  readonly platform_account_id?: string | undefined;
  readonly page_ids?: readonly string[] | undefined;
}

export const selectProfile = defineOperation({
  name: 'select_profile',
  summary: 'Select profiles to connect',
  description:
    'Connects the chosen profile, or several pages of which each becomes an account. The first selection ends the choice; later ones are 404 `not_found`. A profile that the login does not reach, or a page of another brand, is 400 `invalid_request`. A brand with another account there is 409 `conflict`; one with too many pages is 403 `brand_limit_reached`.',
  example: { input: { platform_account_id: 'example-account' }, output: exampleConnected },
  tag: 'Connecting',
  http: { method: 'post', path: '/v1/accounts/pending/{connection_id}/select', status: 201 },
  scope: 'accounts:manage',
  leaves: false,
  rejects: ['credentials_missing', 'gone'],
  input: z.strictObject({
    connection_id: ConnectionId,
    platform_account_id: z.string().min(1).max(500).optional().meta({ description: 'One of `profiles`' }),
    page_ids: z
      .array(z.string().min(1).max(500))
      .max(100)
      .optional()
      .meta({ description: 'Pages instead; each becomes an account of the brand' }),
  }),
  output,

  async run(ctx, { connection_id: id, ...choice }) {
    return connectChosen(ctx, await openPending(ctx, id), choice, ctx.request.dryRun);
  },
});

/** Connects the chosen profile or pages, and ends the choice. */
export async function connectChosen(
  ctx: ConnectContext,
  pending: Pending,
  { platform_account_id: profileId, page_ids: pageIds }: Chosen,
  dryRun = false,
): Promise<z.input<typeof output>> {
  const connector = connectorNamed(ctx.connectors, pending.platform, 'platform');
  const chosen = [...new Set([...(profileId === undefined ? [] : [profileId]), ...(pageIds ?? [])])];
  const field = profileId === undefined && pageIds !== undefined ? 'page_ids' : 'platform_account_id';
  assertChoice(connector, pending, chosen, field);
  if (connector.connecting.choice?.of === 'pages') {
    const pages = await toPages(ctx.db, ctx.tenant.id, pending);
    if (pages.some((page) => chosen.includes(page.platform_page_id) && !page.assignable))
      throw invalid(field, 'Another brand has this page. Disconnect it there first.', 'account.already_linked');
  }
  if (dryRun) return { platform: pending.platform, ...(await heldCountOf(ctx, pending, chosen)) };

  const logins = chosen.map((platformId) => loginOf(connector, pending, platformId));
  return connectLogins(
    ctx,
    logins,
    { ...pending, field },
    {
      consume: (tx) => consumePending(tx, ctx.tenant.id, pending.id),
      toAnswer: ([first, ...more]) =>
        more.length === 0
          ? { ...first }
          : { ...first, data: [first, ...more].flatMap((one) => one ?? []), count: more.length + 1 },
    },
  );
}

/** How many scheduled posts would wait, because their account moves into a brand that approves its posts. */
async function heldCountOf({ db, tenant }: ConnectContext, { platform, brandId }: Pending, chosen: readonly string[]) {
  if (brandId === null || (await brands.approvalOf(db, tenant.id, brandId))?.approval !== true) return {};
  const moving = await accounts.brandsOf(db, tenant.id, platform, chosen);
  const accountIds = moving.filter(({ brand_id: id }) => id !== brandId).map(({ id }) => id);
  return { held_count: await countUnapproved(db, tenant.id, { accountIds }) };
}

/** 400 unless the login reaches every chosen profile, and the number of pages fits a brand. */
function assertChoice(
  { displayName, connecting }: Connector,
  { candidates }: Pending,
  chosen: readonly string[],
  field: string,
): void {
  if (chosen.length === 0) throw missing(field);
  const { perBrand = 1 } = connecting.choice ?? {};
  if (chosen.length > perBrand)
    throw invalid(
      field,
      perBrand === 1 ? 'Exactly one profile can be chosen.' : `A brand takes at most ${perBrand} ${displayName} pages.`,
    );
  const visitor = chosen.find((id) => candidates.every(({ platformId }) => platformId !== id));
  if (visitor !== undefined)
    throw invalid(field, `This login does not reach ${JSON.stringify(visitor)}. Choose one of its profiles.`);
}

function loginOf(connector: Connector, { platform, secrets }: Pending, platformId: string): Login {
  const { ownTokens, tokens, personId, loginId, ...place } = secrets;
  const { app, hosts } = place;
  const credentials = { tokens, app, ...(hosts === undefined ? {} : { hosts }) };
  const shared =
    personId === undefined || loginId === undefined ? undefined : { id: loginId, platform, personId, credentials };
  return { ...place, connector, tokens: ownTokens[platformId] ?? tokens, platformId, shared };
}
