import type { Context } from '../../../core/context.ts';
import type { Platform } from '../../../core/platforms.ts';
import type { ShownPost } from '../model/post.ts';
import { contentOn, type KnownMedia } from '../rules/checked-content.ts';
import { addComposition, type Composition } from './composition.ts';

/** The counts and previews of a stored post, target by target. `known`: the facts of its media, by `knownMedia`. */
export function previewsOf(
  { connectors }: Pick<Context, 'connectors'>,
  row: Pick<
    ShownPost,
    'text' | 'title' | 'visibility' | 'first_comment' | 'segments' | 'media' | 'platform_data' | 'targets'
  >,
  known: KnownMedia,
): Composition {
  const composition: Composition = { counts: [], previews: [] };
  for (const { platform, account_id: accountId, input } of row.targets ?? []) {
    const connector = connectors[platform as Platform];
    if (connector?.publishing === undefined) continue;
    addComposition(composition, connector, contentOn(connector.platform, row, input, known), accountId);
  }
  return composition;
}
