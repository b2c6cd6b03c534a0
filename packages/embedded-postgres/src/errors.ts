export type EmbeddedPostgresErrorCode =
  | 'in_use'
  | 'unwritable'
  | 'unsupported_platform'
  | 'not_installed'
  | 'root_refused'
  | 'failed';

/** The embedded database cannot start. The message is one line that names the cause and the remedy. */
export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
    this.code = code;
  }
}

/** The error as one line for a log or for another error's message. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/(?<!\s)[^\S\n]*\n\s*/g, '; ').trim();
}

/** The error code of the system (`EACCES`) or of the database (`57P03`), if the error has one. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Wraps unexpected errors, such as a full disk, so that they too have one line. */
export function asEmbeddedError(error: unknown): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const code = ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '') ? 'unwritable' : 'failed';
  return new EmbeddedPostgresError(code, `The database did not start: ${reasonOf(error)}`, { cause: error });
}
