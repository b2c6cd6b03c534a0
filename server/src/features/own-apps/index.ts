import { deleteBrandTwitterCredentials, deleteTwitterCredentials } from './delete-own-app.ts';
import { listTwitterCredentials } from './list-own-apps.ts';
import { saveBrandTwitterCredentials, saveTwitterCredentials } from './save-own-app.ts';
import { testTwitterCredentials } from './test-own-app.ts';

export const ownAppOperations = [
  listTwitterCredentials,
  saveTwitterCredentials,
  deleteTwitterCredentials,
  saveBrandTwitterCredentials,
  deleteBrandTwitterCredentials,
  testTwitterCredentials,
];
export * as ownApps from './own-app.repository.ts';
export { associatedDataOf as ownAppAssociatedData } from './own-app.ts';
