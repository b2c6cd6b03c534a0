/** Units that parsers of text treat in a special way: separators, marks, links, markup, scripts, odd characters. */
const UNITS = [
  ...['a', '0', ' ', '\t', '\n', '\r\n', '.', ',', ';', ':', '-', '_', '/', '\\', '|', '=', '%', '$', '&', '*', '`'],
  ...['"', "'", '(', '[', '{', '<', '#', '@', '!', '1e', '%00', '{{', '{{a}}', '&amp;', '&#x', '${', '\\u', '```'],
  ...['#a ', '@a ', '@a.', 'a@', 'a.b.', 'a-', 'www.', 'http://', 'https://a.b/', '://', '[a](', '](', '<a ', '</'],
  ...['<!--', '<!---->', '<!---->\n', '<svg ', '?a=', '&a=', 'é', 'e\u0301', '\u0301', '\u200d', '\u200b', '\u202e'],
  ...['\ufeff', '\0', '\ud800', '\udc00', '😀', '👨‍👩‍👧', '🇩🇪', '漢', 'ก็', 'العربية ', 'ﷺ', 'ß', 'İ', 'ǆ', '\u1100'],
];

export interface HostileText {
  readonly name: string;
  readonly text: string;
}

/** One text for each unit: the unit repeated, and an end that fits no pattern. */
export function hostileTexts(length: number): readonly HostileText[] {
  return UNITS.map((unit) => ({
    name: `${JSON.stringify(unit)} to ${length.toLocaleString('en')} characters`,
    text: `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}x!`,
  }));
}
