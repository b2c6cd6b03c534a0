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

/** Ends the process with one line for faults that the operator can fix, else with the whole error. */
export function fail(error: unknown): never {
  if (isClear(error)) console.error(`Hubbub cannot start: ${error.message}`);
  else console.error('Hubbub cannot start:', error);
  process.exit(1);
}
