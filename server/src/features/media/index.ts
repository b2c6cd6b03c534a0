import { getMediaStorage } from './get-media-storage.ts';
import { listMedia } from './list-media.ts';

export const mediaOperations = [listMedia, getMediaStorage];
export * as media from './media.repository.ts';
