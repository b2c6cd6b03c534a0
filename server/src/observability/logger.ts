import { type Logger, pino } from 'pino';

/** The service's log: JSON lines on standard error. Nothing secret is ever passed to it; known places are redacted too. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      redact: ['*.authorization', '*.credentials', '*.tokens', '*.secret', '*.raw_key'],
      serializers: { err: toLogged },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ fd: 2, sync: true }),
  );
}

/** What is worth knowing of an error. Drivers hang whole connections on theirs. */
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
