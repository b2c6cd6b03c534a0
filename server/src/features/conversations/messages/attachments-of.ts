import type { Context } from '../../../core/context.ts';
import type { StoredMedia } from '../../../db/column-types.ts';
import { copyMedia, media } from '../../media/index.ts';
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

/** The same message with copies in place of the addresses of its attachments, because it waits for a person. */
export async function withCopiedAttachments<Input extends SendInput>(ctx: Context, input: Input) {
  const { attachment_url: url, ...rest } = input;
  const given = input.attachments ?? (url === undefined ? [] : [{ source_type: 'url' as const, source: url }]);
  const addresses = given.flatMap(({ source_type, source, ...item }, index) => {
    const field = input.attachments === undefined ? 'attachment_url' : `attachments.${index}.source`;
    return source_type === 'url'
      ? { url: source, type: ('type' in item && item.type) || byExtension(source), field }
      : [];
  });
  if (addresses.length === 0) return { input, discard: async () => {} };
  const { ids, discard } = await copyMedia(ctx, addresses);
  const attachments = given.map((item) =>
    item.source_type === 'url'
      ? { ...item, source_type: 'media_id' as const, source: ids.get(item.source) ?? '' }
      : item,
  );
  return { input: { ...rest, attachments } as Input, discard };
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
