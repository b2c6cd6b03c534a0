import { listAudit } from './list-audit.ts';

export const auditOperations = [listAudit];
export * as audit from './audit.repository.ts';
export { changesOf } from './changes.ts';
export { ChangedFields } from './list-audit.ts';
