import { listPlans } from './list-plans.ts';

export { toOffer } from './list-plans.ts';

export const planOperations = [listPlans];
