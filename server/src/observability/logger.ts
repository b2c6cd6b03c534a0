import { type DestinationStream, type Logger, pino } from 'pino';
import { factsNow, originNow } from '../core/observing/work.ts';
import { toReadable } from './readable.ts';

/** `auto`: readable on a terminal, JSON elsewhere. */
type LogFormat = 'auto' | 'json' | 'pretty';

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
      serializers: { err: toLogged },
      formatters: {
        level: (label) => ({ level: label }),
        log: redactFields(new Set(['authorization', 'credentials', 'tokens', ...secretFields])),
      },
      mixin: linesOfWork,
      // A line's own facts count more than those of the work around it.
      mixinMergeStrategy: (own, known) => Object.assign(known, own),
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    to ?? standardError(format),
  );
}

/**
 * Redacts fields of these names in the objects of a line. Pino's own redaction copies lines that hold nothing to redact: it
 * made half of the garbage of a publication.
 */
function redactFields(names: ReadonlySet<string>) {
  return (line: Record<string, unknown>): Record<string, unknown> => {
    let shown = line;
    for (const [field, value] of Object.entries(line)) {
      if (typeof value !== 'object' || value === null || value instanceof Error) continue;
      const secrets = Object.keys(value).filter((name) => names.has(name));
      if (secrets.length === 0) continue;
      const redacted = Object.fromEntries(secrets.map((name) => [name, '[Redacted]']));
      shown = { ...shown, [field]: { ...value, ...redacted } };
    }
    return shown;
  };
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
