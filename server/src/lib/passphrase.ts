/** The fewest characters of a passphrase that protects secrets in a file. */
const PASSPHRASE_LENGTH_MIN = 12;

/** The fault of a new passphrase; undefined: it has none. */
export function passphraseFault(passphrase: string): string | undefined {
  if (passphrase.length >= PASSPHRASE_LENGTH_MIN) return undefined;
  return `The passphrase must have at least ${PASSPHRASE_LENGTH_MIN} characters.`;
}
