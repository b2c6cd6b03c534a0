import { factsAt } from '../meta/media-facts.ts';
import { invalid } from './errors.ts';
import { type Body, checkUrl, lengths, textField } from './pin-input.ts';
import type { PinImage, PinMedia, Pinterest } from './store.ts';

const imagesMin = 2;
const imagesMax = 5;
const urlBytesMax = 20 * 1024 * 1024;
const base64BytesMax = 10 * 1024 * 1024;
const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const unknownSize = { width: 1000, height: 1500 };

/** `media_source` of a new pin: https://developers.pinterest.com/docs/api/v5/pins-create */
export async function mediaOf(pinterest: Pinterest, account: string, body: Body): Promise<PinMedia> {
  const source = body.media_source;
  if (typeof source !== 'object' || source === null || Array.isArray(source))
    throw invalid("'media_source' is a required property");
  const options = source as Body;
  const single = { kind: 'image', video_url: null, duration_seconds: null } as const;
  switch (options.source_type) {
    case 'image_url':
      return { ...single, images: [await imageAt(pinterest, options, 'url')] };
    case 'image_base64':
      return { ...single, images: [imageFrom(pinterest, options, 'content_type', 'data')] };
    case 'multiple_image_urls':
    case 'multiple_image_base64': {
      const images: PinImage[] = [];
      for (const item of itemsOf(options)) images.push(await itemImage(pinterest, item));
      return { ...single, kind: 'multiple_images', images };
    }
    case 'video_id':
      return videoOf(pinterest, account, options);
    case 'pin_url':
      return { ...single, images: pinnedImages(pinterest, body) };
    default:
      throw invalid("'source_type' is not known");
  }
}

async function imageAt({ world }: Pinterest, options: Body, name: string): Promise<PinImage> {
  const url = textField(options, name, 4096) ?? '';
  checkUrl(name, url);
  const facts = await factsAt(world, url);
  if (facts === null) throw invalid('the image could not be fetched from its URL');
  const { contentType, sizeBytes = 0 } = facts;
  // An address that is not asked may hold an image whatever its name is.
  if (contentType !== undefined && !imageTypes.includes(contentType ?? '')) throw invalid('the file is not an image');
  if (sizeBytes > urlBytesMax) throw invalid('the image is too large');
  return { url, width: facts.width ?? unknownSize.width, height: facts.height ?? unknownSize.height };
}

function imageFrom({ world }: Pinterest, options: Body, typeName: string, dataName: string): PinImage {
  const type = options[typeName];
  const data = options[dataName];
  if (type !== 'image/jpeg' && type !== 'image/png') throw invalid(`'${typeName}' is not image/jpeg or image/png`);
  if (typeof data !== 'string') throw invalid(`'${dataName}' is a required property`);
  const bytes = Buffer.from(data, 'base64');
  const { contentType, width, height } = world.media.facts(bytes);
  if (contentType !== type) throw invalid('the file is not the image that it says');
  if (bytes.length > base64BytesMax) throw invalid('the image is too large');
  return {
    url: world.media.save(bytes, contentType),
    width: width ?? unknownSize.width,
    height: height ?? unknownSize.height,
  };
}

function itemsOf(options: Body): Body[] {
  const { items } = options;
  if (!Array.isArray(items) || items.length < imagesMin || items.length > imagesMax)
    throw invalid(`'items' does not have ${imagesMin} to ${imagesMax} images`);
  return items.map((item) => (typeof item === 'object' && item !== null ? (item as Body) : {}));
}

async function itemImage(pinterest: Pinterest, item: Body): Promise<PinImage> {
  const title = textField(item, 'title', lengths.title);
  const description = textField(item, 'description', lengths.description);
  const link = textField(item, 'link', lengths.link);
  if (link) checkUrl('link', link);
  const isBytes = item.data !== undefined;
  const image = isBytes ? imageFrom(pinterest, item, 'content_type', 'data') : await imageAt(pinterest, item, 'url');
  return {
    ...image,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(link !== undefined && { link }),
  };
}

/** A video that is through its processing, with one of three kinds of cover. */
async function videoOf(pinterest: Pinterest, account: string, options: Body): Promise<PinMedia> {
  const upload = pinterest.store.uploads.get(String(options.media_id));
  if (upload?.account !== account) throw invalid("'media_id' is not known");
  if (upload.state !== 'uploaded' || upload.polls_left > 0) throw invalid('the media is not ready');
  const { url: video_url, width, height, duration_seconds } = upload;
  const frame = options.cover_image_key_frame_time;
  let cover: PinImage;
  if (options.cover_image_url !== undefined) cover = await imageAt(pinterest, options, 'cover_image_url');
  else if (options.cover_image_data !== undefined)
    cover = imageFrom(pinterest, options, 'cover_image_content_type', 'cover_image_data');
  else if (typeof frame === 'number' && frame >= 0)
    cover = { url: pinterest.world.media.sample('sample.jpg'), width, height };
  else throw invalid('a video needs a cover image');
  return { kind: 'video', images: [cover], video_url, duration_seconds };
}

/** A pin from another pin, or from what its link leads to. */
function pinnedImages({ world, store }: Pinterest, body: Body): readonly PinImage[] {
  const parent = store.pins.get(String(body.parent_pin_id));
  if (parent) return parent.media.images;
  if (typeof body.link !== 'string') throw invalid("'link' is a required property");
  return [{ url: world.media.sample('sample.jpg'), width: 1080, height: 1080 }];
}
