import { countActs } from './counts.ts';
import { type PinImage, type PinMedia, type PinRow, type Pinterest, pinterestTime } from './store.ts';

const creativeTypes = { image: 'REGULAR', multiple_images: 'CAROUSEL', video: 'VIDEO' } as const;

export function pinView(pinterest: Pinterest, pin: PinRow, hasMetrics = false): Record<string, unknown> {
  const { world, store } = pinterest;
  return {
    id: pin.id,
    created_at: pinterestTime(pin.created_at),
    link: pin.link,
    title: pin.title,
    description: pin.description,
    dominant_color: pin.dominant_color,
    alt_text: pin.alt_text,
    board_id: pin.board_id,
    board_section_id: null,
    board_owner: { username: world.accounts.get(store.boards.get(pin.board_id)?.account ?? '')?.username ?? '' },
    creative_type: creativeTypes[pin.media.kind],
    is_owner: true,
    is_standard: true,
    has_been_promoted: false,
    parent_pin_id: pin.parent_pin_id,
    note: pin.note,
    media: mediaView(pin.media),
    pin_metrics: hasMetrics ? metricsView(pinterest, pin) : null,
  };
}

function mediaView({ kind, images, duration_seconds }: PinMedia): Record<string, unknown> {
  const [first] = images;
  switch (kind) {
    case 'image':
      return { media_type: 'image', images: first && sizesOf(first) };
    case 'multiple_images':
      return {
        media_type: 'multiple_images',
        items: images.map((image) => ({
          item_type: 'image',
          title: image.title ?? null,
          description: image.description ?? null,
          link: image.link ?? null,
          images: sizesOf(image),
        })),
      };
    default:
      return {
        media_type: 'video',
        cover_image_url: first && sizesOf(first)['600x'].url,
        duration: duration_seconds === null ? null : Math.round(duration_seconds * 1000),
        width: first?.width ?? null,
        height: first?.height ?? null,
        images: first && sizesOf(first),
      };
  }
}

/** Pinterest copies every image into sizes of its own. Here each is the image itself, so that it can be loaded. */
function sizesOf({ url, width, height }: PinImage) {
  const at = (wide: number, high: number) => ({ width: wide, height: high, url });
  const scaled = (wide: number) => Math.round((wide * height) / Math.max(1, width));
  return {
    '150x150': at(150, 150),
    '400x300': at(400, 300),
    '600x': at(600, scaled(600)),
    '1200x': at(1200, scaled(1200)),
  };
}

/** The shape is not sure; the numbers are those of the analytics. */
function metricsView(pinterest: Pinterest, pin: PinRow) {
  const now = pinterest.world.clock.now();
  const view = (from: number) => {
    const counts = countActs(pinterest, [pin], from, now);
    return {
      impression: counts.IMPRESSION,
      pin_click: counts.PIN_CLICK,
      clickthrough: counts.OUTBOUND_CLICK,
      save: counts.SAVE,
      reaction: counts.TOTAL_REACTIONS,
      comment: counts.TOTAL_COMMENTS,
    };
  };
  return { '90d': view(now - 90 * 86_400_000), lifetime_metrics: view(0), all_time: view(0) };
}

/** For the ledger and the page: the description of a pin is that of its first image. */
export function shownMedia({ media, alt_text }: Pick<PinRow, 'media' | 'alt_text'>) {
  const alt = alt_text ? { alt: alt_text } : {};
  if (media.kind === 'video') return [{ type: 'video', url: media.video_url ?? '', ...alt }];
  return media.images.map(({ url }, index) => ({ type: 'image', url, ...(index === 0 ? alt : {}) }));
}
