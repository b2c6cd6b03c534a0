import type { Runner } from '../db/query.ts';
import { ENCRYPTED_COLUMNS } from './encrypted-columns.ts';
import { countOfOtherKeys, type EncryptedRow, nextOfOtherKeys, replaceValues } from './encrypted-value.repository.ts';
import type { KeyedVault } from './vault.ts';

export interface Reencrypted {
  /** How many values got the current key. */
  readonly values: number;
  /** Values that could not be decrypted, as `table key`; they stay unchanged. */
  readonly broken: readonly string[];
}

const currentKeyOf = (vault: KeyedVault) => vault.keyIds().slice(0, 1);

/**
 * Encrypts every value of an older key with the current one, in batches that commit one by one. A value that changes
 * meanwhile is left to the next pass.
 */
export async function reencrypt(system: Runner, vault: KeyedVault): Promise<Reencrypted> {
  let values = 0;
  const broken: string[] = [];
  for (const encrypted of ENCRYPTED_COLUMNS) {
    const keyOf = (row: EncryptedRow) => encrypted.key.map((name) => row[name] as string);
    let after: readonly string[] | undefined;
    for (;;) {
      const rows = await nextOfOtherKeys(system, encrypted, currentKeyOf(vault), after);
      const last = rows.at(-1);
      if (last === undefined) break;
      const changes = rows.flatMap((row) => {
        try {
          const associatedData = encrypted.associatedDataOf(row);
          const plain = vault.decrypt(row.value as string, associatedData);
          return [{ ...row, next: vault.encrypt(plain, associatedData) }];
        } catch {
          broken.push(`${encrypted.table} ${keyOf(row).join(' ')}`);
          return [];
        }
      });
      values += await replaceValues(system, encrypted, changes);
      after = keyOf(last);
    }
  }
  return { values, broken };
}

/** How many values have another key than the current one. */
export function countOld(system: Runner, vault: KeyedVault): Promise<number> {
  return countOfOtherKeys(system, currentKeyOf(vault));
}
