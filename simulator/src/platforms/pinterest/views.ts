import type { PostView } from '../../core/page/views.ts';
import type { Account } from '../../core/world/world.ts';
import { shownMedia } from './pin-view.ts';
import { pinsOf } from './pins.ts';
import type { Pinterest } from './store.ts';

const pinsMax = 50;

/** The view of the simulator's page. */
export function postViews(pinterest: Pinterest, { platform_id }: Account): PostView[] {
  const { world, store } = pinterest;
  return pinsOf(pinterest, platform_id)
    .slice(0, pinsMax)
    .map((pin) => ({
      platform_id: pin.id,
      text: [pin.title, pin.description].filter(Boolean).join('\n\n'),
      at: world.clock.iso(pin.created_at),
      media: shownMedia(pin),
      url: `https://www.pinterest.com/pin/${pin.id}/`,
      comments: store.acts
        .where('pin', pin.id)
        .filter(({ kind }) => kind === 'comment')
        .map(({ id, person, text, at }) => ({
          platform_id: id,
          parent_id: null,
          author: person,
          own: false,
          text,
          at: world.clock.iso(at),
        })),
    }));
}
