/** The fewest characters of a passphrase that protects secrets in a file. */
export const PASSPHRASE_LENGTH_MIN = 12;

/** What is wrong with a new passphrase; undefined: nothing. */
export function passphraseFault(passphrase: string): string | undefined {
  if (passphrase.length >= PASSPHRASE_LENGTH_MIN) return undefined;
  return `The passphrase must have at least ${PASSPHRASE_LENGTH_MIN} characters.`;
}
