import { getTestWorld } from './get-test-world.ts';

export const worldOperations = [getTestWorld];
