import { decodeHTMLStrict } from 'entities/decode';

const TIMES = /^\d{1,2}:\d{2}:\d{2}[,.]\d{1,3}\s+-->\s/;

/** The words of captions in the form SubRip: without numbers, times and markup. A repeated line is said once. */
export function captionsToText(srt: string): string {
  const lines = srt
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim());
  const words = lines.filter((line, index) => {
    const isNumber = /^\d+$/.test(line) && TIMES.test(lines[index + 1] ?? '');
    return line !== '' && !isNumber && !TIMES.test(line);
  });
  const spoken = words.map((line) => decodeHTMLStrict(line.replace(/<[^<>]{0,200}>|\{\\[^{}]{0,200}\}/g, '')).trim());
  return spoken.filter((line, index) => line !== '' && line !== spoken[index - 1]).join('\n');
}
