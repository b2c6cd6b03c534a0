import type { z } from 'zod';
import type { Connector } from '../../core/connector.ts';
import { type PlatformItem, toPlatformItem } from './platform.ts';

type Item = z.infer<typeof PlatformItem>;
type Column = readonly [title: string, cell: (item: Item) => string];

const NOTHING = '–';
const CONNECTING = { oauth: 'login', token: 'token', embedded_signup: 'signup' } as const;

const POSTS: readonly Column[] = [
  ['platform', ({ display_name }) => display_name],
  ['text', ({ limits }) => `${textOf(limits.text)}${limits.media.required ? ' with media' : ''}`],
  ['images', ({ limits: { media } }) => span(media.images_min, media.images_max)],
  ['videos', ({ limits: { media } }) => span(0, media.videos_max)],
  ['both together', ({ limits: { media } }) => yes(media.mixed)],
  ['kinds', ({ limits: { kinds } }) => Object.keys(kinds?.limits ?? {}).join(', ') || NOTHING],
  ['title', ({ limits: { title } }) => (title.required ? 'required' : yes(title.length_max > 0))],
  ['audiences', ({ limits: { visibility } }) => visibility.join(', ')],
];

const ACCESS: readonly Column[] = [
  ['platform', ({ display_name }) => display_name],
  ['connect', ({ connect }) => `${CONNECTING[connect.kind]}${connect.own_app ? ', own app' : ''}`],
  ['API', ({ version }) => version.name],
  ['inbound', ({ inbound }) => inbound.join(', ') || NOTHING],
  ['proof', ({ recovery_class: proof }) => proof ?? NOTHING],
];

const MESSAGES: readonly Column[] = [
  ['direct messages', ({ display_name }) => display_name],
  ['text', ({ messages }) => messages?.text_length_max.toLocaleString('en') ?? NOTHING],
  ['attachments', ({ messages }) => list(messages?.attachments)],
  ['quick replies, buttons, cards', ({ messages }) => yes(messages?.interactive === true)],
  ['reply to', ({ messages }) => yes(messages?.reply_to === true)],
  ['window', ({ messages }) => (messages?.window_hours === undefined ? NOTHING : `${messages.window_hours} hours`)],
  ['tags', ({ messages }) => list(messages?.tags)],
  ['reported', ({ messages }) => list(messages?.reports)],
];

/** The limits and abilities of platforms as Markdown tables, from the items of `GET /v1/platforms`. */
export function capabilityTables(connectors: readonly Connector[]): string {
  const items = connectors.map(toPlatformItem).sort((one, other) => one.display_name.localeCompare(other.display_name));
  const posting = items.filter(({ capabilities }) => capabilities.publish === true);
  const messaging = items.filter(({ messages }) => messages !== undefined);
  const tables = [
    table(POSTS, posting),
    table([...ACCESS, ...abilityColumns(items)], items),
    table(MESSAGES, messaging),
  ];
  return tables.join('\n\n');
}

/** A column for each ability that at least one platform has. */
function abilityColumns(items: readonly Item[]): Column[] {
  const names = Object.keys(items[0]?.capabilities ?? {}) as (keyof Item['capabilities'])[];
  return names
    .filter((name) => items.some(({ capabilities }) => capabilities[name]))
    .map((name) => [name.replaceAll('_', ' '), ({ capabilities }) => yes(capabilities[name] === true)]);
}

function table(columns: readonly Column[], items: readonly Item[]): string {
  const rows = [columns.map(([title]) => title), ...items.map((item) => columns.map(([, cell]) => cell(item)))];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const [head = '', ...body] = rows.map((row) => line(row.map((cell, index) => cell.padEnd(widths[index] ?? 0))));
  return [head, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const list = (values: readonly string[] = []) => values.join(', ') || NOTHING;
const yes = (isSo: boolean) => (isSo ? 'yes' : NOTHING);

function textOf({ length_max: most, counting }: Item['limits']['text']): string {
  if (most === 0) return 'any length';
  return `${most.toLocaleString('en')}${counting === 'bytes' ? ' bytes' : ''}`;
}

function span(least: number, most: number): string {
  if (most === 0) return NOTHING;
  return least > 1 ? `${least}–${most}` : `${most}`;
}
