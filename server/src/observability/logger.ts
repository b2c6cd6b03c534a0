import { type Logger, pino } from 'pino';

/**
 * The service's log: JSON lines on standard error. Callers pass no secrets. Known fields are redacted as well, and those
 * that responses mark as secret.
 */
export function createLog(level: string, secretFields: Iterable<string> = []): Logger {
  return pino(
    {
      level,
      redact: ['authorization', 'credentials', 'tokens', ...secretFields].map((name) => `*.${name}`),
      serializers: { err: toLogged },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination(),
  );
}

/** Standard error. A log file on a full disk loses lines and ends nothing. */
function destination() {
  const stream = pino.destination({ fd: 2, sync: true });
  stream.on('error', () => {});
  return stream;
}

/** The useful fields of an error. Database drivers attach whole connections to theirs. */
function toLogged(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    stack,
    ...(cause === undefined ? {} : { cause: toLogged(cause) }),
  };
}
