import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { MediaFacts } from '../../core/world/world.ts';
import { badRequest, failure, TelegramError } from './errors.ts';
import type { FileRow, Media, Store } from './store.ts';

const megabyte = 1024 * 1024;
const uploadMax = { photo: 10 * megabyte, other: 50 * megabyte };
const urlMax = { photo: 5 * megabyte, other: 20 * megabyte };
const downloadMax = 20 * megabyte;

const folders: Readonly<Record<Media['type'], string>> = {
  photo: 'photos',
  video: 'videos',
  animation: 'animations',
  document: 'documents',
  audio: 'music',
};

/** A file to be sent: by its id, by an address, or uploaded under this field or as `attach://field`. Nothing is stored yet. */
export async function findFile(
  store: Store,
  call: Call,
  type: Media['type'],
  value: unknown,
  field: string,
): Promise<FileRow> {
  const name = typeof value === 'string' && value.startsWith('attach://') ? value.slice(9) : field;
  const upload = call.files.find((file) => file.field === name);
  if (upload && (value === undefined || value === `attach://${name}`)) {
    const facts = store.world.media.facts(upload.content);
    if (upload.content.length === 0) throw badRequest('file must be non-empty');
    if (type === 'photo' && upload.content.length > uploadMax.photo) throw badRequest('file is too big');
    if (upload.content.length > uploadMax.other) throw new TelegramError(413, 'Request Entity Too Large');
    checkType(type, facts, false);
    const mime = facts.contentType ?? upload.contentType;
    return fileRow(store, type, {
      ...facts,
      mime,
      url: store.world.media.save(upload.content, mime),
      name: upload.filename,
    });
  }
  if (typeof value !== 'string' || value === '') throw badRequest(`there is no ${type} in the request`);
  const known = store.files.get(value.replace(/-s$/, ''));
  if (known) return known;
  if (!/^https?:\/\//.test(value)) throw badRequest('wrong file identifier/HTTP URL specified');
  const fetched = await store.world.media.fetch(value);
  if (!fetched.ok) throw badRequest('failed to get HTTP URL content');
  const { facts } = fetched;
  const mime = facts?.contentType ?? guessedType(value, type);
  if (facts) {
    checkType(type, facts, true);
    if (facts.sizeBytes > (type === 'photo' ? urlMax.photo : urlMax.other))
      throw badRequest('failed to get HTTP URL content');
  }
  return fileRow(store, type, { ...facts, mime, url: value, name: value.split('/').at(-1) ?? 'file' });
}

/** Width and height together at most 10,000, one at most twenty times the other. */
function checkType(type: Media['type'], { contentType, width, height }: MediaFacts, isWeb: boolean): void {
  const wanted = {
    photo: /^image\//,
    video: /^video\//,
    animation: /^(image\/gif|video\/mp4)/,
    audio: /^audio\//,
    document: /./,
  }[type];
  if (contentType === null ? type === 'photo' : !wanted.test(contentType))
    throw badRequest(
      isWeb
        ? 'wrong type of the web page content'
        : type === 'photo'
          ? 'IMAGE_PROCESS_FAILED'
          : `wrong ${type} content`,
    );
  if (type !== 'photo' || width === null || height === null) return;
  const ratio = Math.max(width, height) / Math.max(1, Math.min(width, height));
  if (width + height > 10_000 || ratio > 20) throw badRequest('PHOTO_INVALID_DIMENSIONS');
}

function guessedType(url: string, type: Media['type']): string {
  const extension = /\.(\w+)(?:\?|$)/.exec(url)?.[1]?.toLowerCase();
  if (extension === 'png' || extension === 'gif' || extension === 'webp') return `image/${extension}`;
  if (type === 'photo') return 'image/jpeg';
  return type === 'audio' ? 'audio/mpeg' : type === 'document' ? 'application/octet-stream' : 'video/mp4';
}

type Found = Partial<MediaFacts> & { readonly mime: string; readonly url: string; readonly name: string };

function fileRow(store: Store, type: Media['type'], found: Found): FileRow {
  const { ids } = store.world;
  const id = ids.text(type === 'photo' ? 'AgACAgI' : 'BAACAgI', 40).replace(/-s$/, 'xx');
  const extension = found.mime.split('/')[1]?.replace('jpeg', 'jpg') ?? 'bin';
  return {
    id,
    unique_id: ids.text('AQAD', 12),
    url: found.url,
    size: found.sizeBytes ?? 1000,
    mime: found.mime,
    width: found.width ?? 1280,
    height: found.height ?? 720,
    duration: Math.round(found.durationSeconds ?? 0),
    name: found.name,
    path: `${folders[type]}/file_${ids.digits('', 6)}.${extension}`,
  };
}

/** The id of a file that a visitor sends: a sample by its name, or an address. Inside an effect. */
export function sampleFile(store: Store, type: Media['type'], source: string): string {
  const url = source.includes('://') ? source : store.world.media.sample(source);
  const mime = guessedType(url, type);
  const row = fileRow(store, type, { mime, url, name: url.split('/').at(-1) ?? 'file' });
  store.files.put(row.id, row);
  return row.id;
}

/** https://core.telegram.org/bots/api#getfile */
export function getFile(store: Store, call: Call): PlatformResponse {
  const file = store.files.get((call.input('file_id') ?? '').replace(/-s$/, ''));
  if (!file) throw badRequest('wrong file_id or the file is temporarily unavailable');
  if (file.size > downloadMax) throw badRequest('file is too big');
  const { id: file_id, unique_id: file_unique_id, size: file_size, path: file_path } = file;
  return json({ ok: true, result: { file_id, file_unique_id, file_size, file_path } });
}

export async function download(store: Store, call: Call): Promise<PlatformResponse> {
  const [file] = store.files.where('path', `${call.param('folder')}/${call.param('name')}`);
  const found = file && (await store.world.media.fetch(file.url));
  if (!file || !found?.ok || !found.bytes) return failure(404, 'Not Found');
  return { status: 200, body: found.bytes, contentType: file.mime };
}
