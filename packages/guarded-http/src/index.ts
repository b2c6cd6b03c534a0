export type { HttpBody, Part } from './body.ts';
export {
  createHttpClient,
  guarded,
  type HttpClient,
  type HttpClientOptions,
  type HttpDownloadRequest,
  type HttpPolicy,
  only,
  open,
} from './client.ts';
export { HttpFailure, type HttpFailureReason } from './failure.ts';
export { type AddressRules, checkUrl, type Lookup, parseUrl, type UrlCheck } from './guard.ts';
export type { HttpMethod, HttpRequest } from './request.ts';
export type { HttpDownload, HttpResponse } from './response.ts';
export { type ChunkLimits, countTinyChunks } from './tiny-chunks.ts';
