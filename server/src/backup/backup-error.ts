/** A backup that cannot be made, read or restored. The message is one line: the cause and the remedy. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
