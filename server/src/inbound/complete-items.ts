import type { Connector } from '../core/connector.ts';
import type { InboundItem } from '../core/inbound/callbacks.ts';
import { unless } from '../core/platform-error.ts';
import type { Session } from '../core/session.ts';

/** Reads the mentions of which only the ids are known. One that is gone meanwhile is left out. */
export async function completeItems(
  { mentions }: Connector,
  session: Session,
  items: readonly InboundItem[],
): Promise<InboundItem[]> {
  const complete: InboundItem[] = [];
  for (const item of items) {
    if (item.kind !== 'mention_notice') complete.push(item);
    else {
      const mention = await mentions?.read?.(session, item.mention).catch(unless('not_found', 'rejected', 'forbidden'));
      if (mention !== undefined) complete.push({ kind: 'mention', mention });
    }
  }
  return complete;
}
