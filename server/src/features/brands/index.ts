import { createBrand } from './create-brand.ts';
import { deleteBrand } from './delete-brand.ts';
import { listBrands } from './list-brands.ts';
import { renameBrand } from './rename-brand.ts';

export const brandOperations = [listBrands, createBrand, renameBrand, deleteBrand];
export { assertBrand } from './assert-brand.ts';
export * as brands from './brand.repository.ts';
export { brandLimitReached } from './brand-limit.ts';
