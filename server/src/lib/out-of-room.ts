/** The file system's codes; EFBIG is the limit of a file's size. 53100 is PostgreSQL's `disk_full`. */
const CODE = /^(ENOSPC|EDQUOT|EFBIG|53100|storage_unavailable)$/;
/** PostgreSQL reports some full quotas with the code of an internal error. */
const MESSAGE = /^could not (extend|write to) file .*(No space left|quota exceeded|File too large)/;

/** Whether a disk, a quota or a store of files has no room left, by the error or one of its causes. */
export function isOutOfRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', fault, message, cause } = error as Error & { code?: string; fault?: string };
  return CODE.test(code) || fault === 'full' || MESSAGE.test(message) || isOutOfRoom(cause);
}
