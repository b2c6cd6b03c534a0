import type { Library } from './library.ts';

const ABOUT =
  'An open, self-hosted social publishing and inbox service: one HTTP/JSON API publishes to all social accounts and answers what comes back.';

/** `/llms.txt`: every page as Markdown, in reading order. Its addresses are relative to itself. */
export function llmsIndex({ groups }: Library): string {
  const parts = groups.map(({ title, entries }) => {
    const lines = entries.map(({ page, label, about }) => `- [${label}](guide/${markdownAddress(page)}): ${about}`);
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  const reference =
    '## Reference\n\n- [openapi.json](openapi.json): every operation, OpenAPI 3.1.\n- [llms-full.txt](llms-full.txt): all pages of the guide in one file.';
  return `# Hubbub\n\n> ${ABOUT}\n\n${parts.join('\n\n')}\n\n${reference}\n`;
}

/** `/llms-full.txt`: all pages, one after another. Each begins with the path of its file. */
export function llmsFull({ pages }: Library): string {
  return pages.map(({ file, text }) => `<!-- ${file} -->\n\n${text.trim()}\n`).join('\n');
}

/** The path below `/guide` of a page as Markdown: that of its file, so that its links between pages work. */
export function markdownAddress({ file, address }: { readonly file: string; readonly address: string }): string {
  return file.startsWith('docs/') ? file.slice('docs/'.length) : `${address}.md`;
}
