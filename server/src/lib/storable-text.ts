/** Whether a database can hold the text: no NUL characters, no halves of surrogate pairs. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
