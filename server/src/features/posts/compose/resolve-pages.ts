import type { Context } from '../../../core/context.ts';
import { invalid } from '../../../core/errors.ts';
import type { Platform } from '../../../core/platforms.ts';
import { accounts } from '../../accounts/index.ts';

interface Named {
  readonly account_id: string;
  readonly page_id?: string | undefined;
}

/**
 * Replaces targets that name a page by the page's account, on platforms where each page is an account (Facebook). Such a
 * target may name any account of the brand. Other targets stay as they are.
 */
export async function resolvePages<Target extends Named>(ctx: Context, targets: readonly Target[]): Promise<Target[]> {
  const ids = targets.filter(({ page_id }) => page_id !== undefined).map(({ account_id }) => account_id);
  if (ids.length === 0) return [...targets];
  const pages = await accounts.siblingsOf(ctx.db, ctx.tenant.id, ids);
  return targets.map((target, index) => {
    const { page_id: pageId, ...rest } = target;
    const ofBrand = pages.filter(({ asked }) => asked === target.account_id);
    const connector = ctx.connectors[ofBrand[0]?.platform as Platform];
    const isPage = connector?.connecting.choice?.of === 'pages' && connector.destinations === undefined;
    if (pageId === undefined || !isPage) return target;
    const page = ofBrand.find(({ platform_id }) => platform_id === pageId);
    if (page !== undefined) return { ...rest, account_id: page.id } as Target;
    throw invalid(
      `targets.${index}.page_id`,
      'The brand of this account has no connected page with this id. GET /v1/accounts/{account_id}/pages tells the page of each account.',
      'account.no_active_page',
    );
  });
}
