/** Errors whose message is one line with the cause and the remedy. Known by name, so that this file imports nothing. */
const CLEAR = [
  'SettingError',
  'EmbeddedPostgresError',
  'CommandError',
  'StorageError',
  'MigrationError',
  'MissingRightError',
  'BackupError',
  'MoveError',
];

export function isClear(error: unknown): error is Error {
  return error instanceof Error && CLEAR.includes(error.name);
}

/** The error itself, or what caused it, if that is clear. */
export function clearCauseOf(error: unknown): Error | undefined {
  if (isClear(error)) return error;
  return error instanceof Error ? clearCauseOf(error.cause) : undefined;
}

/** Ends the process with one line for faults that the operator can fix, else with the whole error. */
export function fail(error: unknown): never {
  const clear = clearCauseOf(error);
  if (clear !== undefined) console.error(`Hubbub cannot start: ${clear.message}`);
  else console.error('Hubbub cannot start:', error);
  process.exit(1);
}
