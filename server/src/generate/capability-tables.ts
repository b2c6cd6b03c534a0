import { connectors } from '../connectors/index.ts';
import { capabilityTables } from '../features/platforms/index.ts';

const START = '<!-- capabilities: written by `npm run capabilities` -->';
const END = '<!-- end of capabilities -->';

/** The README with the connectors' capability tables between its two markers. */
export function withCapabilities(readme: string): string {
  const [from, to] = [readme.indexOf(START), readme.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`README.md needs the lines ${START} and ${END}`);
  return `${readme.slice(0, from)}${START}\n${capabilityTables(Object.values(connectors))}\n${readme.slice(to)}`;
}
