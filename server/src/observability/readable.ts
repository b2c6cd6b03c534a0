import { printable } from '../lib/printable.ts';

const COLOURS: Readonly<Record<string, string>> = { debug: '90', info: '36', warn: '33', error: '31', fatal: '31' };
/** Shown first, or in the JSON only. The id of the request leads to all of them. */
const LEFT_OUT = new Set([
  ...['level', 'time', 'msg', 'err', 'worker', 'key_id', 'tenant_id', 'account_id', 'action_id'],
  ...['endpoint_id', 'delivery_id', 'event_id', 'state', 'platform_id'],
]);

/** A line of the log (JSON) as people read it: time, level, message, fields; below it the stack of a fault. */
export function toReadable(line: string, hasColours: boolean): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(line);
  const paint = (code: string, text: string) => (hasColours ? `\u001b[${code}m${text}\u001b[0m` : text);
  const rest = Object.entries(fields).filter(([name]) => !LEFT_OUT.has(name));
  const words = [
    paint('90', new Date(time).toTimeString().slice(0, 8)),
    paint(COLOURS[level] ?? '90', String(level).toUpperCase().padEnd(5)),
    printable(msg),
    paint('90', rest.map(([name, value]) => `${name}=${shown(value)}`).join(' ')),
  ];
  const stack = err === undefined ? '' : `${printable(err.stack ?? shown(err))}\n`;
  return `${words.filter((word) => word !== '').join(' ')}\n${stack}`;
}

function shown(value: unknown): string {
  return printable(typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value));
}
