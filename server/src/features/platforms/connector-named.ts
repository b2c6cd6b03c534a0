import type { Connector } from '../../core/connector.ts';
import type { Connectors } from '../../core/context.ts';
import { type Platform, rejectPlatform, toPlatform } from '../../core/platforms.ts';

/** The connector of a platform by its name or alias. Throws 400 when there is none. */
export function connectorNamed(connectors: Connectors, word: string, field: string): Connector {
  const platform = toPlatform(word);
  const connector = platform === undefined ? undefined : connectors[platform];
  return connector ?? rejectPlatform(word, field, Object.keys(connectors) as Platform[]);
}
