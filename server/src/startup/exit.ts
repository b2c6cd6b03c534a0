/** Errors whose message is one line that names the cause and the remedy. They are known by name, so that nothing is loaded for this. */
const CLEAR = ['SettingError', 'EmbeddedPostgresError', 'CommandError', 'StorageError'];

export function isClear(error: unknown): error is Error {
  return error instanceof Error && CLEAR.includes(error.name);
}

/** Ends the process with one clear line for faults that the operator can mend, else with the whole error. */
export function fail(error: unknown): never {
  if (isClear(error)) console.error(`Hubbub cannot start: ${error.message}`);
  else console.error('Hubbub cannot start:', error);
  process.exit(1);
}
