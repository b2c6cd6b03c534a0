import { createRedirectUri } from './create-redirect-uri.ts';
import { deleteRedirectUri } from './delete-redirect-uri.ts';
import { listRedirectUris } from './list-redirect-uris.ts';

export const redirectUriOperations = [listRedirectUris, createRedirectUri, deleteRedirectUri];
export * as redirectUris from './redirect-uri.repository.ts';
export { assertRedirectUri } from './redirect-uri.ts';
