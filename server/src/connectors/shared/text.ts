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
