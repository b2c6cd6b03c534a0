import type { LedgerMedia } from '../../core/world/world.ts';
import type { Message, Store } from './store.ts';

export function ledgerMedia(store: Store, { media }: Message): LedgerMedia[] {
  return media
    ? [{ type: media.type === 'photo' ? 'image' : media.type, url: store.files.get(media.file_id)?.url ?? '' }]
    : [];
}

/** A message of a private chat as it is named outside: its number counts within its chat only. */
export function messageName(store: Store, { chat, id }: Pick<Message, 'chat' | 'id'>): string {
  return store.chats.get(chat)?.type === 'private' ? `${chat}/${id}` : String(id);
}

/** A post as it is named outside: the numbers of an album's messages stand together. */
export function postId(store: Store, message: Message): string {
  if (message.group === '') return messageName(store, message);
  const album = store.messages.where('group', message.group).filter(({ chat }) => chat === message.chat);
  return album.map(({ id }) => id).join();
}
