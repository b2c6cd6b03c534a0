const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Replaces HTML character references; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return namedEntities[name.toLowerCase()] ?? whole;
    const codePoint = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isCharacter = codePoint > 0 && codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff);
    return isCharacter ? String.fromCodePoint(codePoint) : whole;
  });
}

/** Text for comparison: composed characters (NFC), each run of white space one blank. */
export function comparable(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** The text, followed by variants that each have one leading mention less. */
export function withoutLeadingMentions(text: string): readonly string[] {
  const variants = [text];
  for (let rest = text; /^@\S/u.test(rest) && variants.length < 60; ) {
    rest = rest.replace(/^@\S+\s*/u, '');
    variants.push(rest);
  }
  return variants;
}
