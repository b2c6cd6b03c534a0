export { type ErrorCode, HubbubError, isHubbubError } from './errors.ts';
export type { components, operations, webhooks } from './generated/openapi.ts';
export { Hubbub, type HubbubOptions } from './hubbub.ts';
export type {
  Account,
  CallOptions,
  Input,
  Item,
  MediaItem,
  OperationId,
  Output,
  Pages,
  Post,
  StreamedEvent,
  WebhookEvent,
} from './types.ts';
export type { UploadOptions, UploadSource } from './upload.ts';
export type { WaitOptions } from './wait-for.ts';
export { type VerifyOptions, verifyWebhook, WebhookVerificationError } from './webhook.ts';
