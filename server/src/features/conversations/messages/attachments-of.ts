import type { Context } from '../../../core/context.ts';
import type { StoredMedia } from '../../../db/column-types.ts';
import { media } from '../../media/index.ts';
import { checkMedia } from '../../posts/index.ts';
import type { SendInput } from './send-input.ts';

const BY_EXTENSION: readonly (readonly [RegExp, NonNullable<StoredMedia['type']>])[] = [
  [/\.(jpe?g|png|gif|webp|heic|bmp)$/i, 'image'],
  [/\.(mp4|mov|m4v|webm|avi|mkv|3gp)$/i, 'video'],
  [/\.(mp3|m4a|aac|ogg|oga|opus|wav|amr)$/i, 'audio'],
];

/** The attachments of a message, each with its type: the given one, that of the stored file, or by the file extension. */
export async function attachmentsOf(ctx: Context, input: SendInput): Promise<StoredMedia[]> {
  const { attachments, attachment_url: url } = input;
  const given = attachments ?? (url === undefined ? [] : [{ source_type: 'url' as const, source: url }]);
  const platformIds = given.filter(({ source_type }) => source_type === 'platform_attachment_id');
  if (platformIds.length === 0)
    await checkMedia(ctx, given as StoredMedia[], attachments === undefined ? 'attachment_url' : 'attachments');
  const ids = given.flatMap(({ source_type, source }) => (source_type === 'media_id' ? [source] : []));
  const types = new Map((await media.byIds(ctx.db, ctx.tenant.id, ids)).map((row) => [row.id, row.content_type]));
  return given.map(({ source_type, source, ...item }) => ({
    source_type,
    source,
    type: ('type' in item ? item.type : undefined) ?? kindOf(types.get(source)) ?? byExtension(source),
  }));
}

function kindOf(contentType: string | undefined): StoredMedia['type'] {
  if (contentType === undefined) return undefined;
  const [kind = ''] = contentType.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file';
}

function byExtension(source: string): NonNullable<StoredMedia['type']> {
  const path = URL.canParse(source) ? new URL(source).pathname : source;
  return BY_EXTENSION.find(([pattern]) => pattern.test(path))?.[1] ?? 'file';
}
