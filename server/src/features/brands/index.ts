import { createBrand } from './create-brand.ts';
import { deleteBrand } from './delete-brand.ts';
import { listBrands } from './list-brands.ts';
import { updateBrand } from './update-brand.ts';

export const brandOperations = [listBrands, createBrand, updateBrand, deleteBrand];
export { assertBrand } from './assert-brand.ts';
export * as brands from './brand.repository.ts';
export { brandLimitReached } from './brand-limit.ts';
