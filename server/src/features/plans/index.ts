import { listPlans } from './list-plans.ts';

export const planOperations = [listPlans];
