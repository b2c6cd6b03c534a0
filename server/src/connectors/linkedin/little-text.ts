/**
 * LinkedIn's format for the text of a post. A backslash escapes characters with a meaning; an unescaped one may cut the
 * text silently. https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format
 */
const RESERVED = String.raw`[\\|{}@[\]()<>#*_~]`;
const MENTION = String.raw`@\[[^[\]\n]{1,300}\]\(urn:li:(?:organization|person):[\w-]{1,100}\)`;
const ESCAPED = String.raw`(?:\\.|[^[\]{}\\]){1,300}`;

const NAME = /^@\[([^\]]*)\](.*)$/su;
const HASHTAG = String.raw`(?<![\p{L}\p{N}_/&#])#(?=[\p{L}\p{N}])`;
const toEscape = new RegExp(`(${MENTION})|(${HASHTAG})|(${RESERVED})`, 'gsu');
const reserved = new RegExp(RESERVED, 'gu');
const toUnescape = new RegExp(
  String.raw`@\[(${ESCAPED})\]\(urn:li:[\w:-]{1,150}\)|(?<!\\)\{hashtag\|\\?#\|(${ESCAPED})\}|\\([^\n])`,
  'gsu',
);

/** Plain text as little text. Hashtags and mentions written out in full, `@[Acme](urn:li:organization:1)`, keep their meaning. */
export function toLittleText(text: string): string {
  return text.replace(toEscape, (whole, mention: string | undefined, hashtag: string | undefined) => {
    if (hashtag !== undefined) return '#';
    if (mention === undefined) return `\\${whole}`;
    const [, name = '', target = ''] = NAME.exec(mention) ?? [];
    return `@[${escaped(name)}]${target}`;
  });
}

function escaped(text: string): string {
  return text.replace(reserved, '\\$&');
}

/** Little text as people read it: a mention becomes its name. */
export function toPlainText(littleText: string): string {
  return littleText.replace(toUnescape, (_whole, name?: string, hashtag?: string, character?: string) => {
    if (name !== undefined) return unescaped(name);
    return hashtag === undefined ? (character ?? '') : `#${unescaped(hashtag)}`;
  });
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gsu, '$1');
}
