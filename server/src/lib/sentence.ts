/** A message of somebody else's, ended so that another sentence can follow. */
export function asSentence(message: string): string {
  return message.replace(/[.!?\s]*$/, '.');
}
