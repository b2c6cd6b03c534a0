import { ERROR_STATUS, type ErrorCode } from '../core/errors.ts';
import type { AnyOperation } from '../core/operation.ts';
import { TABLE } from '../features/posts/import/parse-csv.ts';
import {
  BODY,
  CALLBACK,
  CHUNKS,
  CONNECTIONS,
  FAILURES,
  FILE,
  FORM,
  HEAD,
  IN_WORK,
  PAGE_FORM,
  PAGES,
  QUEUE,
  READING,
  REQUESTS,
  RESPONSE_IDLE_MS,
  REST,
  SHED,
  STREAMS_PER_KEY_MAX,
  UNKNOWN_KEYS,
  UPDATES,
} from '../http/limits/bounds.ts';

type Row = readonly [what: string, bound: string, beyond: string];

const KIB = 1024;
const LONG_MAX = Math.floor(CONNECTIONS.max * CONNECTIONS.longShare);

/** The tables of docs/limits.md, as Markdown, by the heading above them. */
export function limitTables(operations: readonly AnyOperation[]): Readonly<Record<string, string>> {
  const files = operations.flatMap(({ http, upload }) =>
    upload === undefined ? [] : [{ path: http.path, ...upload }],
  );
  return {
    Heads: tableOf([
      ['a head: its first line with the address, and its fields', bytes(HEAD.bytesMax), '400 `invalid_request`'],
      ['fields of a head', String(HEAD.fieldsMax), '400 `invalid_request`'],
      ['time for a head, from the start of the connection or of the head', seconds(HEAD.msMax), '408'],
    ]),
    Bodies: tableOf([
      ['a JSON body', bytes(BODY.bytesMax), '413 `payload_too_large`'],
      ['levels of a JSON body', String(BODY.levelsMax), '400 `invalid_request`'],
      ['values and names in a JSON body', String(BODY.valuesMax), '400 `invalid_request`'],
      ['a form of a page for browsers', bytes(PAGE_FORM.bytesMax), '413 `payload_too_large`'],
      ['time for a body', span(BODY.secondsMax), 'the connection is closed'],
      [
        `chunks below ${CHUNKS.bytesMin} bytes in a body, beyond ${CHUNKS.tinyPerSecondMax} a second`,
        String(CHUNKS.tinyMax),
        '400 `invalid_request`, and the connection is closed',
      ],
      [
        `chunks below ${bytes(CHUNKS.smallBytes)} in bodies, in one process`,
        `${CHUNKS.smallPerSecondMax} a second`,
        'further ones are read later',
      ],
      ['a callback of a platform', bytes(CALLBACK.bytesMax), '413 `payload_too_large`'],
      ['time for a callback', span(CALLBACK.secondsMax), 'the connection is closed'],
      ['callbacks that are received at once, in all', bytes(CALLBACK.bytesAtOnceMax), '503 `unavailable`'],
      ['those of all test worlds', bytes(CALLBACK.bytesAtOnceOfWorldsMax), '503 `unavailable`'],
      ['those of one test world', bytes(CALLBACK.bytesAtOnceOfWorldMax), '503 `unavailable`'],
      ['callbacks of one test world in a minute', bytes(CALLBACK.bytesPerMinuteOfWorldMax), '429 `too_many_requests`'],
      ['updates of one test world that wait to be read', String(CALLBACK.unreadOfWorldMax), '429 `too_many_requests`'],
      [
        'one update of a callback',
        `${bytes(UPDATES.bytesMax)}, ${UPDATES.levelsMax} levels, ${UPDATES.valuesMax} values and names`,
        'it is left out',
      ],
      ['entries and updates of a callback, in all', String(UPDATES.elementsMax), 'the rest is left out'],
      ['slices of a callback, with what each repeats', bytes(UPDATES.bytesOfAllMax), 'the rest is left out'],
      ...files.map(
        ({ path, bytesMax, tooLarge = 'payload_too_large' }): Row => [
          `the file of \`POST ${path}\``,
          bytes(bytesMax),
          `${ERROR_STATUS[tooLarge as ErrorCode]} \`${tooLarge}\``,
        ],
      ),
      ['characters of a row of posts to import', String(TABLE.rowCharactersMax), '400 `invalid_request`'],
      ['cells of a row of posts to import', String(TABLE.rowCellsMax), '400 `invalid_request`'],
      ['cells of a file of posts to import, the empty ones included', String(TABLE.cellsMax), '400 `invalid_request`'],
      ...files.map(
        ({ path, atOnceMax = FORM.perTenantMax }): Row => [
          `files of \`POST ${path}\` at once, of one tenant`,
          String(atOnceMax),
          '503 `unavailable`',
        ],
      ),
      ['time for a form with a file', span(FORM.secondsMax), 'the connection is closed'],
      ['forms with a file at once, in one process', String(FORM.atOnceMax), '503 `unavailable`'],
      ['time for a file at a signed upload address', span(FILE.uploadSecondsMax), 'the connection is closed'],
      ['silence during an upload or download of a file', seconds(FILE.idleMsMax), 'the connection is closed'],
      [
        'rest of a rejected request that is read and dropped',
        `${bytes(REST.bytesMax)}, ${seconds(REST.msMax)}; ${bytes(REST.bytesPerSecondMax)} a second for all`,
        'the connection is closed',
      ],
    ]),
    Connections: tableOf([
      ['connections at once, of one process', String(CONNECTIONS.max), '503 `unavailable`, except for `/health`'],
      [
        'connections at once, of one client network',
        String(CONNECTIONS.perNetworkMax),
        '503 `unavailable`, except for `/health`',
      ],
      ['connections past these limits', String(CONNECTIONS.spareMax), 'the oldest is closed'],
      [
        'requests that a connection sends before the first of them is answered',
        String(CONNECTIONS.unansweredMax),
        'the connection is closed',
      ],
      ['requests at once that may take long: streams, `Prefer: wait`, files', String(LONG_MAX), '503 `unavailable`'],
      ['connections beside which idle ones are kept', String(LONG_MAX), 'idle ones are closed'],
      [
        'requests of one tenant at once, beside streams and after their first turn',
        String(IN_WORK.perTenantMax),
        '429 `too_many_requests`',
      ],
      ['those of one key, or at signed addresses', String(IN_WORK.perKeyMax), '429 `too_many_requests`'],
      ['time between two requests', seconds(CONNECTIONS.idleMsMax), 'closed'],
      ['silence of a client that reads a response', seconds(RESPONSE_IDLE_MS), 'closed'],
      [
        `time in which a client reads ${bytes(READING.bytesMin)} of a response, or the rest`,
        seconds(READING.msMax),
        'closed',
      ],
      ['unread bytes of all responses', bytes(READING.unsentBytesMax), 'those with the most are closed'],
      ['streams of events at once, of one key', String(STREAMS_PER_KEY_MAX), '429 `too_many_requests`'],
    ]),
    'Requests without a valid key': tableOf([
      [
        'statements a second that look several unknown keys up, in one process',
        String(1000 / UNKNOWN_KEYS.statementMsMin),
        'they wait',
      ],
      ['keys of such a statement', String(UNKNOWN_KEYS.perStatementMax), 'the next one has them'],
      ['in a minute, of one client network', String(FAILURES.max), '429 `too_many_requests`, slowed'],
      ['answers a second past that', String(FAILURES.perSecondMax), 'they wait'],
      ['requests that wait', String(FAILURES.waitingMax), 'their connections are closed'],
    ]),
    'Pages without a key': tableOf([
      ['in a minute, of one client network', String(PAGES.max), '429 `too_many_requests`'],
      ['such answers a second', String(PAGES.perSecondMax), 'they wait'],
      ['requests that wait for such an answer', String(PAGES.waitingMax), 'their connections are closed'],
    ]),
    'The queue of a tenant': tableOf([
      ['requests of one tenant that wait for their first turn', String(QUEUE.waitingMax), '503 `unavailable`'],
      ['those of one key, when no other key waits', String(QUEUE.waitingMax / 2), '503 `unavailable`'],
      ['such answers a second, of one tenant', String(SHED.perSecondMax), 'they wait'],
      ['requests that wait for such an answer', String(SHED.waitingMax), 'their connections are closed'],
    ]),
    'Rejections past the limits of requests': tableOf([
      ['answers a second, of one key or client network', String(REQUESTS.perSecondMax), 'they wait'],
      ['requests that wait', String(REQUESTS.waitingMax), 'their connections are closed'],
    ]),
  };
}

function tableOf(rows: readonly Row[]): string {
  return ['| what | at most | beyond |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
}

const bytes = (count: number) => (count < KIB * KIB ? `${count / KIB} KiB` : `${count / KIB / KIB} MiB`);
const seconds = (ms: number) => span(ms / 1000);
const span = (count: number) => (count < 3600 ? `${count} s` : `${count / 3600} h`);
