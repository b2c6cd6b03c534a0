import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { type Heading, headingsOf } from './headings.ts';

/** The folder of the repository, which an installation holds without its tests. */
const ROOT = join(import.meta.dirname, '../../../..');
const INDEX = 'docs/README.md';

/** Files outside of `docs` that belong to the guide, with their addresses below `/guide`. */
const BESIDE: Readonly<Record<string, string>> = {
  'simulator/README.md': 'simulator/reference',
  'sdk/README.md': 'sdk/reference',
};

/** One Markdown file. */
export interface GuidePage {
  /** Its path in the repository: `docs/publishing.md`. */
  readonly file: string;
  /** Its path below `/guide`: `publishing`; empty for the index. */
  readonly address: string;
  readonly title: string;
  readonly text: string;
  readonly headings: readonly Heading[];
}

/** A page as the index names it. */
export interface GuideEntry {
  readonly page: GuidePage;
  readonly label: string;
  readonly about: string;
}

/** A part of the index: pages in reading order. */
export interface GuideGroup {
  readonly title: string;
  readonly entries: readonly GuideEntry[];
}

/** All pages of the guide, and the order that the index gives them. */
export interface Library {
  readonly index: GuidePage;
  readonly groups: readonly GuideGroup[];
  /** In reading order; pages that the index does not name come last. */
  readonly pages: readonly GuidePage[];
  /** By the path in the repository. */
  readonly byFile: ReadonlyMap<string, GuidePage>;
  /** By the path below `/guide`. */
  readonly byAddress: ReadonlyMap<string, GuidePage>;
  /** Paths of picture files by the path below `/guide`. */
  readonly images: ReadonlyMap<string, string>;
}

/** Reads every page of this installation. */
export function readLibrary(root = ROOT): Library {
  const files = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const inDocs = files.filter((path) => path.endsWith('.md')).map((path) => `docs/${path}`);
  const beside = Object.keys(BESIDE).filter((path) => existsSync(join(root, path)));
  const all = [...inDocs.sort(), ...beside].map((file) => readPage(root, file));
  const byFile = new Map(all.map((page) => [page.file, page]));
  const index = byFile.get(INDEX);
  if (index === undefined) throw new Error(`The guide needs ${INDEX}.`);
  const groups = groupsOf(index, byFile);
  const inOrder = [index, ...groups.flatMap(({ entries }) => entries.map(({ page }) => page))];
  return {
    index,
    groups,
    pages: [...new Set([...inOrder, ...all])],
    byFile,
    byAddress: new Map(all.map((page) => [page.address, page])),
    images: new Map(files.filter((path) => path.endsWith('.png')).map((path) => [path, join(root, 'docs', path)])),
  };
}

function readPage(root: string, file: string): GuidePage {
  const text = readFileSync(join(root, file), 'utf8');
  const address = BESIDE[file] ?? file.replace(/^docs\//, '').replace(/(^|\/)README\.md$|\.md$/, '');
  const headings = headingsOf(text);
  return { file, address, text, title: headings[0]?.text ?? address, headings };
}

/** The numbered lists below the headings of the index. Files that are no pages of the guide are left out. */
function groupsOf(index: GuidePage, byFile: ReadonlyMap<string, GuidePage>): GuideGroup[] {
  const groups: { title: string; entries: GuideEntry[] }[] = [];
  for (const token of new Marked().lexer(index.text)) {
    if (token.type === 'heading' && token.depth === 2) groups.push({ title: token.text, entries: [] });
    if (token.type !== 'list') continue;
    for (const item of (token as Tokens.List).items) {
      const [link, ...rest] = inlineOf(item.tokens);
      const page = link?.type === 'link' ? byFile.get(fileOf(index.file, link.href)) : undefined;
      const about = rest.map(({ raw }) => raw).join('');
      if (page !== undefined && link?.type === 'link')
        groups.at(-1)?.entries.push({ page, label: link.text, about: about.replace(/^:\s*/, '').trim() });
    }
  }
  return groups.filter(({ entries }) => entries.length > 0);
}

function inlineOf(tokens: readonly Token[]): readonly Token[] {
  const [first] = tokens;
  return first !== undefined && 'tokens' in first ? (first.tokens ?? []) : [];
}

/** The path in the repository that a link of a file leads to, without its `#part`. */
export function fileOf(from: string, href: string): string {
  const { pathname } = new URL(href, `https://repository.test/${from}`);
  return decodeURIComponent(pathname.slice(1));
}
