/** An external message with a final full stop, so that another sentence can follow. */
export function asSentence(message: string): string {
  return message.replace(/(?<![.!?\s])[.!?\s]*$/, '.');
}
