import { connectors } from '../connectors/index.ts';
import { capabilityTables } from '../features/platforms/index.ts';

const START = '<!-- capabilities: written by `npm run capabilities` -->';
const END = '<!-- end of capabilities -->';

/** The page with the connectors' capability tables between its two markers. */
export function withCapabilities(page: string): string {
  const [from, to] = [page.indexOf(START), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`docs/platforms/README.md needs the lines ${START} and ${END}`);
  return `${page.slice(0, from)}${START}\n${capabilityTables(Object.values(connectors))}\n${page.slice(to)}`;
}
