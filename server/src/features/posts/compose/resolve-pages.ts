import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { invalid } from '../../core/errors.ts';
import type { Platform } from '../../core/platforms.ts';

interface Named {
  readonly account_id: string;
  readonly page_id?: string | undefined;
}

interface Page {
  readonly asked: string;
  readonly platform: string;
  readonly id: string;
  readonly platform_id: string;
}

/**
 * Where each page is an account of its own (Facebook), a target may name one account of the brand and any of the
 * brand's pages: the page's account is the target. Others stay as they are.
 */
export async function toPages<Target extends Named>(ctx: Context, targets: readonly Target[]): Promise<Target[]> {
  const ids = targets.filter(({ page_id }) => page_id !== undefined).map(({ account_id }) => account_id);
  if (ids.length === 0) return [...targets];
  const pages = await ctx.db.run(sql<Page>`
    select a.id as asked, a.platform, p.id, p.platform_id
    from accounts a join accounts p on p.tenant_id = a.tenant_id and p.brand_id = a.brand_id and p.platform = a.platform
    where a.tenant_id = ${ctx.tenant.id} and a.id = any (${ids}) and a.disconnected_at is null and p.disconnected_at is null`);
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
