import { createHash } from 'node:crypto';
import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import { requireScope, unsupported } from '../meta/errors.ts';
import { nodeOf, reachOf } from './access.ts';
import { badValue, mediaNotFetched, requiredMissing } from './errors.ts';
import { scopes } from './scopes.ts';
import type { MediaRow, WhatsApp } from './store.ts';

const MB = 1024 * 1024;
const dayMs = 86_400_000;
const keptMs = 30 * dayMs;

interface Sort {
  readonly types: RegExp;
  readonly bytesMax: number;
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media#supported-media-types */
const sorts: Readonly<Record<string, Sort>> = {
  image: { types: /^image\/(jpeg|png)$/, bytesMax: 5 * MB },
  video: { types: /^video\/(mp4|3gpp)$/, bytesMax: 16 * MB },
  audio: { types: /^audio\/(aac|amr|mpeg|mp4|ogg)/, bytesMax: 16 * MB },
  sticker: { types: /^image\/webp$/, bytesMax: 500 * 1024 },
  document: { types: /./, bytesMax: 100 * MB },
};

/** The type as which a file may be sent, or the rejection. */
export function checkSort(sort: string, { mime, bytes }: { mime: string | null; bytes: number }): void {
  const rule = sorts[sort];
  if (mime !== null && rule && !rule.types.test(mime))
    throw mediaNotFetched(`Unsupported media type ${mime} for a message of the type ${sort}.`);
  if (rule && bytes > rule.bytesMax) throw mediaNotFetched(`The file is larger than ${rule.bytesMax} bytes.`);
}

/** `POST /{phone}/media`, multipart. */
export function uploadMedia(whatsapp: WhatsApp, call: Call): PlatformResponse {
  const { world, store } = whatsapp;
  const { id: account } = nodeOf(whatsapp, call, 'number');
  requireScope(call, scopes.messaging);
  if (call.input('messaging_product') !== 'whatsapp') throw requiredMissing('messaging_product');
  const file = call.files.find(({ field }) => field === 'file');
  if (!file) throw requiredMissing('file');
  const mime = call.input('type') ?? file.contentType;
  if (!/^(image|video|audio|application|text)\//.test(mime)) throw badValue(`type ${mime} is not supported.`);
  if (file.bytes.length > (sorts.document?.bytesMax ?? 0)) throw mediaNotFetched('The file is too large.');
  const row: MediaRow = {
    id: world.ids.digits('1', 16),
    account,
    url: world.media.save(file.bytes, mime),
    mime_type: mime,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    file_size: file.bytes.length,
    created_at: world.clock.now(),
  };
  call.effect(() => store.media.put(row.id, row));
  return json({ id: row.id });
}

/** `GET /{media}`: where the file is, for some minutes. */
export function readMedia({ world }: WhatsApp, call: Call, row: MediaRow): PlatformResponse {
  if (world.clock.now() - row.created_at > keptMs) throw unsupported(call.method, row.id);
  const owner = call.input('phone_number_id');
  if (owner !== undefined && owner !== row.account) throw unsupported(call.method, row.id);
  return json({
    messaging_product: 'whatsapp',
    url: call.url(`/whatsapp_business/attachments/?mid=${row.id}`, 'lookaside'),
    mime_type: row.mime_type,
    sha256: row.sha256,
    file_size: String(row.file_size),
    id: row.id,
  });
}

/** The file itself, with the same token. */
export async function downloadMedia(whatsapp: WhatsApp, call: Call): Promise<PlatformResponse> {
  const row = whatsapp.store.media.get(call.input('mid') ?? '');
  const waba = whatsapp.store.numbers.get(row?.account ?? '')?.waba;
  if (!row || !waba || !reachOf(whatsapp, call).includes(waba)) throw unsupported('GET', call.input('mid') ?? '');
  const fetched = await whatsapp.world.media.fetch(row.url);
  if (!fetched.ok || fetched.bytes === null) throw unsupported('GET', row.id);
  return { status: 200, body: fetched.bytes, contentType: row.mime_type };
}
