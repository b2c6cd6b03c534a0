/** Characters as Threads counts them: an emoji counts as many as it has bytes in UTF-8. */
export function textLength(text: string): number {
  let length = 0;
  const rest = text.replace(/\p{RGI_Emoji}/gv, (emoji) => {
    length += Buffer.byteLength(emoji);
    return '';
  });
  return length + [...rest].length;
}

/** Addresses in the text and beside it, each once. */
export function linksIn(text: string, ...attached: (string | null | undefined)[]): string[] {
  const inText = text.match(/https?:\/\/[^\s<>"]+|(?<![\w@.])www\.[\w-]+\.[^\s<>"]+/gi) ?? [];
  return [...new Set([...inText, ...attached.filter((link) => typeof link === 'string')])];
}

/** The first tag of a text is its topic: letters after a `#`. */
export function topicIn(text: string): string | null {
  return /(?<![\p{L}\p{N}_&])#([\p{L}\p{N}_]{1,50})/u.exec(text)?.[1] ?? null;
}

export function mentionsName(text: string, username: string): boolean {
  const names = [...text.matchAll(/(?<![\w.])@([\w.]*\w)/g)].map(([, name]) => name?.toLowerCase());
  return names.includes(username.toLowerCase());
}
