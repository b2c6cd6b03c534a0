import { PlatformError } from '../../../core/platform-error.ts';
import type { Session } from '../../../core/session.ts';
import { callGraph, type GraphApi } from './graph.ts';
import { success } from './wire.ts';

/**
 * Switches callbacks on for the account behind `node`. A list of fields that Meta rejects, because of a missing right or
 * a product without them, is followed by the next, shorter one.
 */
export async function subscribeTo(
  session: Session,
  api: GraphApi,
  node: string,
  [fields = '', ...shorter]: readonly string[],
): Promise<void> {
  const query = { subscribed_fields: fields };
  try {
    await callGraph(session, api, { method: 'POST', path: [node, 'subscribed_apps'], query, response: success });
  } catch (error) {
    const isRejected = error instanceof PlatformError && ['rejected', 'forbidden'].includes(error.kind);
    if (!isRejected || shorter.length === 0) throw error;
    await subscribeTo(session, api, node, shorter);
  }
}
