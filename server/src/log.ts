import { type Logger, pino } from 'pino';

/** The service's log: JSON lines on standard error. Nothing secret is ever passed to it; known places are redacted too. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      redact: ['*.authorization', '*.credentials', '*.tokens', '*.secret', '*.raw_key'],
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
