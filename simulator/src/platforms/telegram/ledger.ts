import type { LedgerMedia } from '../../core/world.ts';
import type { Message, Store } from './store.ts';

export function ledgerMedia(store: Store, { media }: Message): LedgerMedia[] {
  return media
    ? [{ type: media.type === 'photo' ? 'image' : media.type, url: store.files.get(media.file_id)?.url ?? '' }]
    : [];
}

/** A post as it is named outside: the numbers of an album's messages stand together. */
export function postId(store: Store, message: Message): string {
  if (message.group === '') return String(message.id);
  const album = store.messages.where('group', message.group).filter(({ chat }) => chat === message.chat);
  return album.map(({ id }) => id).join();
}
