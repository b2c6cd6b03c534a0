/**
 * LinkedIn's "little text": https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format
 * `| { } @ [ ] ( ) < > # * _ ~ \` are escaped with a backslash, `@[Acme](urn:li:organization:1)` is a mention and
 * `{hashtag|\#|word}` a hashtag.
 */
const token =
  /\\([|{}@[\]()<>#*_~\\])|@\[((?:\\.|[^[\]\\])*)\]\(urn:li:(?:organization|person):[\w-]+\)|(?<!\\)\{hashtag\|\\?#\|((?:\\.|[^{}\\])*)\}|[()]|[\s\S]/gu;

const reserved = /\\([|{}@[\]()<>#*_~\\])/g;

/** The text that readers see. A parenthesis without a backslash silently cuts the text there. */
export function visibleText(commentary: string): string {
  let text = '';
  for (const [whole, escaped, name, hashtag] of commentary.matchAll(token)) {
    if (escaped !== undefined) text += escaped;
    else if (name !== undefined) text += name.replace(reserved, '$1');
    else if (hashtag !== undefined) text += `#${hashtag.replace(reserved, '$1')}`;
    else if (whole === '(' || whole === ')') return text;
    else text += whole;
  }
  return text;
}
