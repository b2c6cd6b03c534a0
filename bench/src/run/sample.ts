const WORDS =
  'The spring menu is here and the terrace is open again. Come by for a coffee in the sun, bring a friend and tell us which of the new cakes you like best. We are looking forward to seeing you.';

let count = 0;

/** A post's text of 200 characters; each one is different. */
export function sampleText(): string {
  count += 1;
  return `${count.toString(36).padStart(8, '0')} ${WORDS}`.slice(0, 200);
}

/** A time so far ahead that nothing becomes due during the measurement. */
export function scheduledAt(): string {
  return new Date(Date.now() + 90 * 86_400_000).toISOString();
}
