import type { Connector } from '../../core/connector.ts';
import type { Connectors } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { type Platform, toPlatform } from '../../core/platforms.ts';

/** The connector of the platform that a word names (`x` is `twitter`); 400 when there is none. */
export function connectorNamed(connectors: Connectors, word: string, field: string): Connector {
  const platform = toPlatform(word);
  const connector = platform === undefined ? undefined : connectors[platform];
  return connector ?? unknownPlatform(word, field, Object.keys(connectors) as Platform[]);
}

export function unknownPlatform(word: string, field: string, known: readonly Platform[] = []): never {
  const hint = known.length === 0 ? '' : ` There is ${known.join(', ')}.`;
  throw new ApiError(
    'unsupported_platform',
    `There is no platform ${JSON.stringify(word.slice(0, 100))}.${hint}`,
    { field },
    'account.unsupported_platform',
  );
}
