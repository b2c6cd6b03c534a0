import { createKey } from './create-key.ts';
import { listKeyScopes } from './list-key-scopes.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';
import { updateKey } from './update-key.ts';

export const keyOperations = [listKeys, createKey, listKeyScopes, updateKey, rotateKey, revokeKey];
export { assertLimits } from './assert-limits.ts';
export * as keys from './key.repository.ts';
export { KeyFields, toKey } from './key.ts';
export { toLimits } from './to-limits.ts';
