import { deleteMedia } from './delete-media.ts';
import { getMedia } from './get-media.ts';
import { getMediaStorage } from './get-media-storage.ts';
import { getUploadUrl } from './get-upload-url.ts';
import { listMedia } from './list-media.ts';
import { updateMedia } from './update-media.ts';
import { uploadMedia } from './upload-media.ts';
import { verifyMedia } from './verify-media.ts';

export const mediaOperations = [
  listMedia,
  getMediaStorage,
  getUploadUrl,
  uploadMedia,
  getMedia,
  updateMedia,
  verifyMedia,
  deleteMedia,
];
export { copyFor, isFilm, type UnfitFilm, whyUnfitFilm } from './film.ts';
export * as media from './media.repository.ts';
export { isFitted, typeOfRendition, whyUnfit } from './rendition.ts';
export { mediaType, resolveMedia } from './resolve-media.ts';
export { createSweepMediaLane } from './sweep-media.lane.ts';
export { holdStorage } from './take-in.ts';
export { createVideoCopiesLane, VIDEO_COPIES } from './video-copies.lane.ts';
export * as videoCopies from './video-copies.repository.ts';
