/** A text beyond this length is too long by every way to count. */
const READ_MAX = 2000;

/**
 * Length as Threads counts it: characters, and for an emoji the bytes of its UTF-8.
 * https://developers.facebook.com/docs/threads/overview
 */
export function threadsLength(text: string): number {
  if (text.length > READ_MAX || /^[\x20-\x7e\s]*$/.test(text)) return text.length;
  const counted = text.replace(/\p{RGI_Emoji}/gv, (emoji) => 'x'.repeat(Buffer.byteLength(emoji)));
  let length = 0;
  for (const _ of counted) length += 1;
  return length;
}
