/** The world of what belongs to no tenant, such as the simulated payments. It is the operator's. */
export const installation = 'installation';

/** `w_` and 16 to 40 digits and small letters, which nobody can guess; or `installation`. */
export function isWorldId(text: string): boolean {
  return text === installation || /^w_[0-9a-z]{16,40}$/.test(text);
}
