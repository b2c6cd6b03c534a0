import { type DestinationStream, type Logger, pino } from 'pino';
import { factsNow, originNow } from '../core/observing/work.ts';
import { toReadable } from './readable.ts';

/** `auto`: readable on a terminal, JSON elsewhere. */
export type LogFormat = 'auto' | 'json' | 'pretty';

export interface LogOptions {
  readonly level: string;
  readonly format?: LogFormat;
  /** Names of fields that responses mark as secret. */
  readonly secretFields?: Iterable<string>;
  /** Default: standard error. */
  readonly to?: DestinationStream;
}

/** Lines that wait for room on a full disk. Beyond them, lines are lost. */
const WAITING_CHARACTERS_MAX = 8 * 1024 * 1024;

/**
 * The service's log. Each line carries the ids of the work that wrote it. Callers pass no secrets and no texts of
 * customers. Known secret fields are redacted as well.
 */
export function createLog({ level, format = 'auto', secretFields = [], to }: LogOptions): Logger {
  return pino(
    {
      level,
      redact: ['authorization', 'credentials', 'tokens', ...secretFields].map((name) => `*.${name}`),
      serializers: { err: toLogged },
      formatters: { level: (label) => ({ level: label }) },
      mixin: linesOfWork,
      // A line's own facts count more than those of the work around it.
      mixinMergeStrategy: (own, known) => Object.assign(known, own),
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    to ?? standardError(format),
  );
}

function linesOfWork(): Record<string, unknown> {
  const { requestId } = originNow();
  return requestId === null ? { ...factsNow() } : { request_id: requestId, ...factsNow() };
}

/** Standard error. A closed pipe and a full disk lose lines and end nothing. */
function standardError(format: LogFormat): DestinationStream {
  const isReadable = format === 'pretty' || (format === 'auto' && process.stderr.isTTY === true);
  if (isReadable)
    return {
      write: (line) => void process.stderr.write(toReadable(line, process.stderr.isTTY === true)),
    };
  // `sync` lets a process end whose log is on a full disk. Else it would try to write the rest for ever.
  const stream = pino.destination({ fd: 2, sync: true, maxLength: WAITING_CHARACTERS_MAX });
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
