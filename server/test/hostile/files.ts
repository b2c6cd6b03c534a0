import { mediaCorpus } from '@hubbub/media-info/corpus/index.ts';
import { largeImages } from '@hubbub/media-info/corpus/large-images.ts';

export interface HostileFile {
  readonly name: string;
  readonly content: Buffer;
}

const KIB = 1024;
const MIB = 1024 * KIB;

const repeated = (unit: string, bytes: number) => Buffer.alloc(bytes, unit);

/** Texts that look like pages, drawings and tables. */
function texts(): HostileFile[] {
  const tables = ['text,platforms\n', ',', '"', '"",', '\n', '\r\n', '\t', ';', 'a,"b\n'].map((unit) => ({
    name: `a table of ${JSON.stringify(unit)}.csv`,
    content: Buffer.concat([Buffer.from('text,platforms\n'), repeated(unit, MIB)]),
  }));
  const pages = ['<!---->', '<!---->\n', '<!--', '<', '<a>', '<svg', '<?xml ?>', ' ', '\0', '%PDF-', '{\\rtf'].map(
    (unit) => ({
      name: `a page of ${JSON.stringify(unit)}.html`,
      content: Buffer.concat([repeated(unit, 300 * KIB), Buffer.from('x')]),
    }),
  );
  return [...tables, ...pages];
}

/** A table of 50 MB of separators. */
export const separators = (): HostileFile => ({
  name: '50-MB-of-separators.csv',
  content: Buffer.concat([Buffer.from('text,platforms\n'), repeated(',', 50_000_000)]),
});

/** Files of attackers, and ordinary ones that take long to read. */
export async function hostileFiles(): Promise<readonly HostileFile[]> {
  const corpus = (await mediaCorpus()).map(({ name, content }) => ({ name, content: Buffer.from(content) }));
  return [...corpus, ...texts(), ...(await largeImages())];
}
