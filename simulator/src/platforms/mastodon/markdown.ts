/** A tag that is put aside while the text around it is read. */
const put = /\ue000(\d+)\ue001/g;

function inline(line: string): string {
  return line
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\][]*)\]\(([^\s()]*)\)/g, (_all, words: string, address: string) => {
      const link = put.exec(address)?.[0] ?? `<a href="${address}">`;
      put.lastIndex = 0;
      return `${link}${words}</a>`;
    })
    .replace(/\*\*(?=\S)((?:[^*]|\*[^*])+)(?<=\S)\*\*/g, '<strong>$1</strong>')
    .replace(/__(?=\S)((?:[^_]|_[^_])+)(?<=\S)__/g, '<strong>$1</strong>')
    .replace(/(?<!\w)\*(?=\S)([^*]+)(?<=\S)\*(?!\w)/g, '<em>$1</em>')
    .replace(/(?<!\w)_(?=\S)([^_]+)(?<=\S)_(?!\w)/g, '<em>$1</em>')
    .replace(/~~(?=\S)((?:[^~]|~[^~])+)(?<=\S)~~/g, '<del>$1</del>');
}

/** The blocks of a text and how each line of one begins. */
const blocks = [
  { line: /^[ \t]*[-*+][ \t]+(?=\S)/, open: '<ul>', item: 'li', close: '</ul>' },
  { line: /^[ \t]*\d+[.)][ \t]+(?=\S)/, open: '<ol>', item: 'li', close: '</ol>' },
  { line: /^&gt;[ \t]*/, open: '<blockquote>', item: 'p', close: '</blockquote>' },
  { line: /^#{1,6}[ \t]+(?=\S)/, open: '', item: 'h1', close: '' },
] as const;

/**
 * The HTML of a text in Markdown whose links, mentions and tags are HTML already. The usual part of it: paragraphs,
 * lists, quotes, headings, emphasis, code and links.
 */
export function fromMarkdown(linked: string): string {
  const tags: string[] = [];
  const text = linked.replace(/<[^<>]*>/g, (tag) => `\ue000${tags.push(tag) - 1}\ue001`);
  const html = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => {
      let html = '';
      let last: (typeof blocks)[number] | undefined;
      let plain: string[] = [];
      const endPlain = () => {
        if (plain.length > 0) html += `<p>${plain.map(inline).join('<br />')}</p>`;
        plain = [];
      };
      for (const line of paragraph.split('\n')) {
        const block = blocks.find(({ line: begins }) => begins.test(line));
        if (block !== last) html += last?.close ?? '';
        if (block === undefined) plain.push(line);
        else {
          endPlain();
          if (block !== last) html += block.open;
          html += `<${block.item}>${inline(line.replace(block.line, ''))}</${block.item}>`;
        }
        last = block;
      }
      endPlain();
      return html + (last?.close ?? '');
    })
    .join('');
  return html.replace(put, (_all, index: string) => tags[Number(index)] ?? '');
}
