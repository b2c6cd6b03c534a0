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
export { type CopyTools, copyMedia, type MediaAddress, type MediaCopies } from './copy-media.ts';
export { fileHashes } from './file-hashes.ts';
export { assertLogo, LogoChoice, type LogoFile, logoFields, toLogoFields } from './logo.ts';
export * as media from './media.repository.ts';
export { createMediaCleanupWorker } from './media-cleanup.worker.ts';
export { isFittedImage, typeOfRendition, whyImageUnfit } from './renditions/image-rendition.ts';
export { areVideoFacts, renditionFor, type UnfitVideo, whyVideoUnfit } from './renditions/video-rendition.ts';
export * as videoRenditions from './renditions/video-renditions.repository.ts';
export { createVideoRenditionsWorker, VIDEO_RENDITIONS } from './renditions/video-renditions.worker.ts';
export { mediaType, resolveMedia } from './resolve-media.ts';
export { reserveStorage } from './upload/reserve-storage.ts';
