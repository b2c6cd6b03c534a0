import type { Caller } from './context.ts';

/** Whether the caller's key reaches the things of a brand. A key without brand limits reaches all. */
export function reachesBrand({ brandIds }: Pick<Caller, 'brandIds'>, brandId: string | undefined): boolean {
  return brandIds.length === 0 || (brandId !== undefined && brandIds.includes(brandId));
}

/** The brands that a list shows; undefined: all. `asked`: the only brand that the request wants. */
export function brandsShown({ brandIds }: Pick<Caller, 'brandIds'>, asked?: string): readonly string[] | undefined {
  if (asked === undefined) return brandIds.length === 0 ? undefined : brandIds;
  return reachesBrand({ brandIds }, asked) ? [asked] : [];
}
