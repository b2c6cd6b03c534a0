import type { Connector } from '../../core/connector.ts';
import type { Transaction } from '../../core/context.ts';
import { ApiError, conflict } from '../../core/errors.ts';
import { type AccountRow, accounts } from '../accounts/index.ts';

interface Newcomers {
  readonly brandId: string;
  /** The accounts among them that are connected already. */
  readonly known: readonly AccountRow[];
  readonly loginId?: string | null | undefined;
  readonly count: number;
}

/** A brand has one account on a platform. On platforms with pages it has several pages, all of one login. */
export async function assertRoom(
  tx: Transaction,
  tenantId: string,
  { platform, displayName, connecting }: Connector,
  { brandId, known, count, loginId = null }: Newcomers,
): Promise<void> {
  const { perBrand = 1, of = 'profiles' } = connecting.choice ?? {};
  if (of === 'pages' && known.some((row) => row.brand_id !== brandId))
    throw new ApiError(
      'account_already_linked',
      'Another brand has this page. Disconnect it there first.',
      { resource: 'account', field: 'brand_id' },
      'account.already_linked',
    );
  const held = await accounts.ofBrand(tx, tenantId, { brandId, platform });
  const others = held.filter(({ id }) => known.every((row) => row.id !== id));
  if (others.length + count <= perBrand && others.every((row) => row.login_id === loginId)) return;
  if (perBrand === 1)
    throw conflict(
      `This brand has another account on ${displayName} already, and a brand has one. Disconnect that one, or use another brand.`,
      { resource: 'account', field: 'brand_id' },
    );
  if (others.some((row) => row.login_id !== loginId))
    throw conflict(
      `The ${displayName} pages of this brand came through the login of somebody else, and a brand has one login. Disconnect them, or use another brand.`,
      { resource: 'account', field: 'brand_id' },
      'account.different_login',
    );
  throw new ApiError(
    'brand_limit_reached',
    `A brand takes ${perBrand} ${displayName} pages; this would be ${others.length + count}.`,
    { resource: 'account', field: 'brand_id', max: perBrand },
    `platform.${platform}.page_cap`,
  );
}
