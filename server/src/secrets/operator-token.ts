import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { OPERATOR_TOKEN_LENGTH_MIN, SettingError } from '../config/env.ts';
import { createOnce } from '../lib/create-once.ts';

/**
 * The installation's token: OPERATOR_TOKEN, else the one in `DATA_DIR/operator.token`, which the first start makes.
 * Throws SettingError when it cannot be used.
 */
export function operatorTokenOf({ operatorToken, dataDir }: Pick<Config, 'operatorToken' | 'dataDir'>): string {
  if (operatorToken !== undefined) return operatorToken;
  const path = join(dataDir, 'operator.token');
  try {
    if (!existsSync(path)) createOnce(path, `hub_operator_${randomBytes(24).toString('base64url')}\n`);
    const token = readFileSync(path, 'utf8').trim();
    if (/^\S+$/.test(token) && token.length >= OPERATOR_TOKEN_LENGTH_MIN) return token;
  } catch (error) {
    throw new SettingError('OPERATOR_TOKEN', `cannot be read: ${(error as Error).message}.`);
  }
  throw new SettingError('OPERATOR_TOKEN', `is not in ${path}. Remove that file, and the next start makes a new one.`);
}
