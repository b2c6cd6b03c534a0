import type { Call, PlatformResponse } from '../../core/platform.ts';
import { fromHtml, fromMarkdown, plain } from './entities.ts';
import { badRequest } from './errors.ts';
import { findFile } from './files.ts';
import { listed, writableChat } from './input.ts';
import { messageView } from './message-view.ts';
import { caption, captionMax, commonDraft, keepLater, ok, send } from './send-text.ts';
import type { Entity, Media, Message, Store } from './store.ts';

const albumMin = 2;
const albumMax = 10;

/** https://core.telegram.org/bots/api#sendphoto and its neighbours: the file stands in the field of its own name. */
export async function sendFile(store: Store, call: Call, type: Media['type']): Promise<PlatformResponse> {
  const chat = writableChat(store, call);
  const { text, entities } = caption(call);
  const common = commonDraft(store, call, chat);
  const media = await mediaOf(store, call, type, call.input(type), type);
  const [message] = send(store, call, chat, [{ ...common, text, entities, media }]);
  return ok(messageView(store, message as Message));
}

async function mediaOf(store: Store, call: Call, type: Media['type'], value: unknown, field: string): Promise<Media> {
  const file = await findFile(store, call, type, value, field);
  keepLater(call, file.id, () => store.files.put(file.id, file));
  return { type, file_id: file.id };
}

interface InputMedia {
  readonly type?: string;
  readonly media?: string;
  readonly caption?: string;
  readonly parse_mode?: string;
  readonly caption_entities?: readonly Entity[];
}

const albumTypes: readonly string[] = ['photo', 'video', 'document', 'audio'];

/** Photos and videos mix; documents and audio stay among themselves. */
export async function sendMediaGroup(store: Store, call: Call): Promise<PlatformResponse> {
  const chat = writableChat(store, call);
  const items = listed<InputMedia>(call, 'media');
  if (!items) throw badRequest('media is not a valid JSON array');
  if (items.length < albumMin || items.length > albumMax)
    throw badRequest(`wrong number of messages in the album: it must have ${albumMin}-${albumMax} items`);
  const kinds = new Set(items.map(({ type }) => (type === 'photo' || type === 'video' ? 'visual' : type)));
  if (kinds.size > 1 || items.some(({ type }) => !albumTypes.includes(type ?? '')))
    throw badRequest("can't use the media of the specified type in the album");
  const common = commonDraft(store, call, chat);
  const group = store.world.ids.digits('1', 17);
  const drafts = [];
  for (const item of items) {
    const { text, entities } = captionOf(item);
    const type = item.type as Media['type'];
    drafts.push({ ...common, group, text, entities, media: await mediaOf(store, call, type, item.media, '') });
  }
  const messages = send(store, call, chat, drafts);
  return ok(messages.map((message) => messageView(store, message)));
}

function captionOf({ caption: given = '', parse_mode = '', caption_entities }: InputMedia) {
  const [source, mode] = [String(given), String(parse_mode).toLowerCase()];
  const read =
    mode === 'html' ? fromHtml(source) : mode === 'markdownv2' ? fromMarkdown(source) : plain(source, caption_entities);
  if (read.text.length > captionMax) throw badRequest('message caption is too long');
  return read;
}
